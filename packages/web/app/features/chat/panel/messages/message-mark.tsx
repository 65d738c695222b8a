import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import type { ChatItem } from '../../model/index.ts';
import { stateWords } from '../rules/words.ts';

const marks = {
  queued: Clock,
  sending: Clock,
  sent: Check,
  read: CheckCheck,
  failed: CircleAlert,
  received: null,
} as const;

/** How far an own message has come: a mark, with its word for screen readers. */
export function MessageMark({ state }: Pick<ChatItem, 'state'>) {
  const Icon = marks[state];
  if (!Icon) return null;
  return (
    <span className={`marca-m ${state}`} data-tip={stateWords[state]} data-tip-side="top">
      <Icon className="i" aria-hidden="true" />
      <span className="sr">{stateWords[state]}</span>
    </span>
  );
}
