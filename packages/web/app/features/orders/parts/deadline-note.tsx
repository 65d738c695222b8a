import type { Payment } from '@guilda/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import Hourglass from 'lucide-react/icons/hourglass';
import { useEffect } from 'react';
import { wholeMoment } from '../../../lib/moments.ts';
import { refreshOrders } from '../data/order-cache.ts';
import type { OrderRole } from '../model/columns.ts';
import { type Deadline, deadlineOf, deadlineWords, leftText } from '../model/deadline.ts';
import { useNow } from '../use-now.ts';

/** Between two looks at an order whose time is over, in ms. */
const AGAIN_MS = 5_000;

/** Asks how things stand once the time is over, until the order has moved. */
function useRefreshWhen(over: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (!over) return;
    const ask = () => void refreshOrders(client);
    ask();
    const timer = setInterval(ask, AGAIN_MS);
    return () => clearInterval(timer);
  }, [over, client]);
}

interface DeadlineNoteProps {
  order: Payment;
  side: OrderRole;
}

interface LeftProps extends DeadlineNoteProps {
  deadline: Deadline;
}

function Left({ deadline, order, side }: LeftProps) {
  const left = Date.parse(deadline.at) - useNow(1000);
  useRefreshWhen(left <= 0);
  const { lead, after } = deadlineWords(deadline, side, order);
  return (
    <p className="prazo t-sm">
      <Hourglass className="i" aria-hidden="true" />
      <span>
        <span className="b">{lead}: </span>
        <time className="num" dateTime={deadline.at} title={wholeMoment(new Date(deadline.at))}>
          {leftText(left)}
        </time>
        <span className="prazo-d pre">{left > 0 ? after : 'O prazo acabou. Atualizando…'}</span>
      </span>
    </p>
  );
}

/** How long an order can still be paid or started, and what happens then. Nothing when it has no end. */
export function DeadlineNote({ order, side }: DeadlineNoteProps) {
  const deadline = deadlineOf(order);
  return deadline && <Left key={deadline.at} deadline={deadline} order={order} side={side} />;
}
