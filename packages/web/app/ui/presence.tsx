import clsx from 'clsx';
import { type PresenceMark, presenceText } from './avatar.tsx';

/** Presence as a mark with its word. */
export function Presence({ status, text }: { status: PresenceMark; text?: string | undefined }) {
  return (
    <span className={clsx('pres', status === 'online' && 'on', status === 'away' && 'aus')}>
      {text ?? presenceText[status]}
    </span>
  );
}
