import type { OwnUser } from '@guilda/contract/accounts/users';
import type { Payment, ServiceStatus } from '@guilda/contract/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';
import { orderKeys } from '../data/order-keys.ts';
import { availableActions } from '../model/available-actions.ts';
import { isLiveOrder } from '../model/board-columns.ts';
import { dialogParamOf } from '../model/dialog-action.ts';
import { getOrderSide, type OrderSide } from '../model/order-side.ts';
import { boardPollMs } from '../model/poll-intervals.ts';
import { OrderStatusTag } from './order-status-tag.tsx';
import * as styles from './order-strip.module.css';
import { Stopwatch } from './stopwatch.tsx';

/** Filters of the requests for an order with the partner; running orders before those that wait for their start. */
const runningOrderQueries: readonly { role: OrderSide; status: ServiceStatus }[] = [
  { role: 'seller', status: 'in_progress' },
  { role: 'buyer', status: 'in_progress' },
  { role: 'seller', status: 'awaiting_start' },
  { role: 'buyer', status: 'awaiting_start' },
];

async function fetchOrderWithPartner(
  partnerUid: string,
  signal: AbortSignal,
): Promise<Payment | null> {
  const lists = await Promise.all(
    runningOrderQueries.map(({ role, status }) =>
      api().orders.listPayments(
        { query: { role, status, partner: partnerUid, limit: '1' } },
        { signal },
      ),
    ),
  );
  return lists.flatMap(({ payments }) => payments)[0] ?? null;
}

/** The order between the signed-in person and `partnerUid` that runs or waits for its start. */
function useOrderWithPartner(partnerUid: string) {
  return useQuery({
    queryKey: orderKeys.between(partnerUid),
    queryFn: ({ signal }) => fetchOrderWithPartner(partnerUid, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? boardPollMs.open : boardPollMs.quiet),
  });
}

type StripAction = 'start' | 'end';

const loadDialog = () => import('../dialogs/order-dialog.tsx').then((module) => module.OrderDialog);

/** The strip's action that this person can take, starting or ending the order; undefined when there is none. */
function stripActionOf(order: Payment, user: OwnUser): StripAction | undefined {
  return availableActions(order, user).find((each) => each === 'start' || each === 'end');
}

const actionLabels: Readonly<Record<OrderSide, Record<StripAction, string>>> = {
  seller: { start: 'Iniciar', end: 'Finalizar' },
  buyer: { start: 'Iniciar', end: 'Já recebi' },
};

interface OrderStripContentProps {
  order: Payment;
  user: OwnUser;
  onAction: (action: StripAction) => void;
}

function OrderStripContent({ order, user, onAction }: OrderStripContentProps) {
  const side = getOrderSide(order, user.uid) ?? 'buyer';
  const action = stripActionOf(order, user);
  const isLive = isLiveOrder(order);
  return (
    <section
      className={styles.strip}
      data-waiting={!isLive || undefined}
      aria-label="Pedido entre vocês"
    >
      <OrderStatusTag order={order} side={side} className={styles.tag} />
      <Link
        className={`${styles.title} truncate grow bold textSm`}
        to={`/sales?pedido=${order.id}&acao=${dialogParamOf('details')}`}
      >
        {order.productName}
      </Link>
      <span className={`${styles.code} numeric onlyLarge`}>{order.purchaseCode}</span>
      {isLive && order.startedServiceAt && <Stopwatch since={order.startedServiceAt} />}
      {action && (
        <Button size="small" className={styles.action} onClick={() => onAction(action)}>
          {actionLabels[side][action]}
        </Button>
      )}
    </section>
  );
}

interface OrderStripProps {
  /** Uid of the other person of the conversation. */
  partnerUid: string;
  user: OwnUser;
}

/** The open order of two people, shown in their conversation with the action available to the signed-in person. */
export function OrderStrip({ partnerUid, user }: OrderStripProps) {
  const { data } = useOrderWithPartner(partnerUid);
  // The dialog keeps its order and action until it is closed, even after the action has changed the order.
  const [shown, setShown] = useState<{ order: Payment; action: StripAction } | null>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Dialog = useLazyComponent(loadDialog, open, close);
  const runAction = (action: StripAction) => {
    if (data) setShown({ order: data, action });
    setOpen(true);
  };
  return (
    <>
      {data && <OrderStripContent order={data} user={user} onAction={runAction} />}
      {Dialog && shown && <Dialog {...shown} user={user} open={open} onClose={close} backCloses />}
    </>
  );
}
