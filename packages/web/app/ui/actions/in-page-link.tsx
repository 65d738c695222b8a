import { Link, type LinkProps, useLocation } from 'react-router';

interface InPageLinkProps extends Omit<LinkProps, 'to' | 'onClick'> {
  /** Id of the element of this page that the link leads to. */
  targetId: string;
}

/**
 * A link to an element of the same page, which gets the focus. A plain `<a href="#…">` adds a history entry that the
 * router cannot count: Back would then lead too far while a menu or a question about unsaved changes is open. Until the
 * page's scripts run, the browser follows the link itself.
 */
export function InPageLink({ targetId, ...rest }: InPageLinkProps) {
  const { search } = useLocation();
  return (
    <Link
      {...rest}
      to={{ search, hash: targetId }}
      onClick={({ ctrlKey, metaKey, shiftKey, altKey }) => {
        if (ctrlKey || metaKey || shiftKey || altKey) return;
        // The router scrolls to the element.
        document.getElementById(targetId)?.focus({ preventScroll: true });
      }}
    />
  );
}
