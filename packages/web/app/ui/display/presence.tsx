import clsx from 'clsx';
import { type PresenceMark, presenceTexts } from './avatar.tsx';
import * as styles from './presence.module.css';

/** A presence as a coloured mark with its label. */
export function PresenceBadge({
  status,
  text,
}: {
  status: PresenceMark;
  text?: string | undefined;
}) {
  return (
    <span
      data-ui="presence"
      className={clsx(
        styles.presence,
        status === 'online' && styles.online,
        status === 'away' && styles.away,
      )}
    >
      {text ?? presenceTexts[status]}
    </span>
  );
}
