import type { Payment } from '@guilda/contract/orders/orders';
import Hourglass from 'lucide-react/icons/hourglass';
import { fullDateTimeText } from '../../../lib/format/date-text.ts';
import { useRefetchAfterDeadline } from '../data/use-refetch-after-deadline.ts';
import { type Deadline, deadlineText, getDeadline, timeLeftText } from '../model/deadline.ts';
import type { OrderSide } from '../model/order-side.ts';
import * as styles from './deadline-note.module.css';
import { useNow } from './use-now.ts';

interface DeadlineNoteProps {
  order: Payment;
  /** The reader's side of the order; null for the team. */
  side: OrderSide | null;
}

interface TimeLeftProps extends DeadlineNoteProps {
  deadline: Deadline;
}

function TimeLeft({ deadline, order, side }: TimeLeftProps) {
  const leftMs = Date.parse(deadline.dueAt) - useNow(1000);
  useRefetchAfterDeadline(leftMs <= 0);
  const { lead, after } = deadlineText(deadline, side, order);
  return (
    <p className={`${styles.deadline} textSm`} data-testid="order-deadline">
      <Hourglass className="icon" aria-hidden="true" />
      <span>
        <span className="bold">{lead}: </span>
        <time
          className="numeric noWrap"
          dateTime={deadline.dueAt}
          title={fullDateTimeText(new Date(deadline.dueAt))}
        >
          {timeLeftText(leftMs)}
        </time>
        <span className={`${styles.consequence} pretty`}>
          {leftMs > 0 ? after : 'O prazo acabou. Atualizando…'}
        </span>
      </span>
    </p>
  );
}

/**
 * Shows how much time is left to pay or start an order, or until its money is released, and what happens after that.
 * Renders nothing for an order without a deadline.
 */
export function DeadlineNote({ order, side }: DeadlineNoteProps) {
  const deadline = getDeadline(order);
  return (
    deadline && <TimeLeft key={deadline.dueAt} deadline={deadline} order={order} side={side} />
  );
}
