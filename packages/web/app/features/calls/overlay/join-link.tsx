import Headset from 'lucide-react/icons/headset';
import { buttonAttributes } from '../../../ui/actions/button.tsx';

interface JoinLinkProps {
  /** A Discord invite link. */
  href: string;
  size: 'large' | 'small';
  /** Whether the link gets the focus first when the sheet opens. */
  first?: boolean | undefined;
}

/** Link that opens the room in a new tab without access to this page (`noopener`). */
export function JoinLink({ href, size, first }: JoinLinkProps) {
  return (
    <a
      {...buttonAttributes({ variant: 'live', size: size === 'large' ? 'large' : 'small' })}
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
