import type { Payment } from '@guilda/contract/orders';
import type { OwnUser } from '@guilda/contract/users';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useUnlistedPayment } from '../data/use-payment.ts';
import { type DialogAction, dialogFor } from '../model/dialog-action.ts';
import type { OrderDialogAddress } from './use-order-dialog.ts';

const load = () => import('./order-dialog.tsx');
const OrderDialog = lazy(() => load().then((module) => ({ default: module.OrderDialog })));

interface Shown {
  readonly visit: string;
  readonly order: Payment;
  readonly action: DialogAction;
}

interface OrderDialogsProps {
  /** The orders listed so far. */
  orders: readonly Payment[];
  /** Whether the lists have been answered. */
  settled: boolean;
  user: OwnUser;
  dialog: OrderDialogAddress;
}

/** The order named, from the lists or, when they do not have it, by itself; `over` once that is known. */
function useNamedOrder(id: string | null, { orders, settled }: OrderDialogsProps) {
  const listed = orders.find((each) => each.id === id);
  const unlisted = useUnlistedPayment(settled && !listed ? id : null);
  const order = listed ?? (id === null ? undefined : unlisted.data);
  return { order, over: order !== undefined || unlisted.isError };
}

/**
 * The dialog that the page's address asks for. Once open it stays what it is until it is closed, also
 * when its own act moves the order on; an address that asks for what cannot be done is put right.
 */
export function OrderDialogs(props: OrderDialogsProps) {
  const { user, dialog } = props;
  const { orderId, visit, close } = dialog;
  const [shown, setShown] = useState<Shown | null>(null);
  const { order, over } = useNamedOrder(orderId, props);
  const open = orderId !== null && shown?.visit === visit;
  const action = open || !order ? null : dialogFor(order, user, dialog.action);
  if (order && action) setShown({ visit, order, action });
  const lost = orderId !== null && !open && !action && over;
  useEffect(() => {
    if (lost) close();
  }, [lost, close]);
  useEffect(() => void load(), []);
  if (!shown) return null;
  return (
    <Suspense>
      <OrderDialog
        key={shown.visit}
        order={order ?? shown.order}
        action={shown.action}
        user={user}
        open={open}
        onClose={close}
      />
    </Suspense>
  );
}
