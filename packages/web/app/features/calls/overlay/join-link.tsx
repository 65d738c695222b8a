import clsx from 'clsx';
import Headset from 'lucide-react/icons/headset';

interface JoinLinkProps {
  /** An invite of the form that is opened. */
  href: string;
  size: 'large' | 'small';
  /** What has the focus first. */
  first?: boolean | undefined;
}

/** The way into the room, in a tab of its own that learns nothing of this one. */
export function JoinLink({ href, size, first }: JoinLinkProps) {
  return (
    <a
      className={clsx('btn viva', size === 'large' ? 'g' : 'p')}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      data-first={first}
    >
      <Headset className="i" aria-hidden="true" />
      <span>Entrar no Discord</span>
    </a>
  );
}
