import { type ReactNode, useEffect, useRef } from 'react';
import { isAwaited, isWide } from '../queue/focus.ts';

interface PaneHeadProps {
  /** Of the item. */
  id: string;
  /** Above the title: code, age, clock. */
  above: ReactNode;
  /** Beside it. */
  tags: ReactNode;
  children: ReactNode;
}

/**
 * The title of what is open. It takes the focus where the keyboard opened it, and on phones, because the
 * list went away.
 */
export function PaneHead({ id, above, tags, children }: PaneHeadProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    const lost = activeElement === body && !isWide();
    const hidden = activeElement instanceof HTMLElement && activeElement.offsetParent === null;
    if (!isAwaited(id) && !lost && !(hidden && activeElement !== body)) return;
    title.current?.focus({ preventScroll: true });
  }, [id]);
  return (
    <header className="row between mod-t">
      <div className="mod-h">
        <div className="t-sm mute mod-c">{above}</div>
        <h2 className="d2" id="mod-titulo" data-item={id} ref={title} tabIndex={-1}>
          {children}
        </h2>
      </div>
      <div className="row g1 mod-chips">{tags}</div>
    </header>
  );
}
