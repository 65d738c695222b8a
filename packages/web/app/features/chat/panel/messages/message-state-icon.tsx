import clsx from 'clsx';
import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import type { ChatItem } from '../../model/index.ts';
import { messageStateTexts } from '../rules/words.ts';
import * as styles from './messages.module.css';

const stateIcons = {
  queued: Clock,
  sending: Clock,
  sent: Check,
  read: CheckCheck,
  failed: CircleAlert,
  received: null,
} as const;

/** Icon for the state of an own message, such as sent or read, with a text for screen readers. */
export function MessageStateIcon({ state }: Pick<ChatItem, 'state'>) {
  const Icon = stateIcons[state];
  if (!Icon) return null;
  return (
    <span
      className={clsx(
        styles.mark,
        state === 'read' && styles.read,
        state === 'failed' && styles.failed,
      )}
      data-tip={messageStateTexts[state]}
      data-tip-side="top"
    >
      <Icon className="icon" aria-hidden="true" />
      <span className="srOnly">{messageStateTexts[state]}</span>
    </span>
  );
}
