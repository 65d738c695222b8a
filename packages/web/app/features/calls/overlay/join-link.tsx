import Headset from 'lucide-react/icons/headset';
import { buttonAttributes } from '../../../ui/actions/button.tsx';

interface JoinLinkProps {
  /** A Discord invite link. */
  href: string;
  size: 'large' | 'small';
  /** Whether the link gets the focus first when the sheet opens. */
  first?: boolean | undefined;
  className?: string | undefined;
}

/** Link that opens the room in a new tab without access to this page (`noopener`). */
export function JoinLink({ href, size, first, className }: JoinLinkProps) {
  return (
    <a
      {...buttonAttributes({ variant: 'live', size }, className)}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      data-first={first}
    >
      <Headset className="icon" aria-hidden="true" />
      <span>Entrar no Discord</span>
    </a>
  );
}
