import Headset from 'lucide-react/icons/headset';
import { buttonAttributes } from '../../../ui/actions/button.tsx';

interface JoinLinkProps {
  /** An invite of the form that is opened. */
  href: string;
  size: 'large' | 'small';
  /** Ref of the first focused element. */
  first?: boolean | undefined;
}

/** The way into the room, in a tab of its own that learns nothing of this one. */
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
