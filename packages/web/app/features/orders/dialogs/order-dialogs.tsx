import type { Payment } from '@guilda/contract/orders';
import type { OwnUser } from '@guilda/contract/users';
import { lazy, Suspense, useEffect, useState } from 'react';
import { actionOf } from '../model/actions.ts';
import type { DialogAction } from './order-dialog.tsx';
import type { useOrderDialog } from './use-order-dialog.ts';

const load = () => import('./order-dialog.tsx');
const OrderDialog = lazy(() => load().then((module) => ({ default: module.OrderDialog })));

interface Shown {
  readonly visit: string;
  readonly order: Payment;
  readonly action: DialogAction;
}

interface OrderDialogsProps {
  /** Every order known; null until the first answer. */
  orders: readonly Payment[] | null;
  user: OwnUser;
  dialog: ReturnType<typeof useOrderDialog>;
}

function wantedOf(orders: readonly Payment[] | null, id: string | null, uid: string) {
  const order = orders?.find((each) => each.id === id);
  const action = order && actionOf(order, uid);
  return order && action && action !== 'pay' ? { order, action } : null;
}

/**
 * The dialog that the page's address asks for. Once open it stays what it is until it is closed, also
 * when its own act moves the order on; an address that asks for what cannot be done is put right.
 */
export function OrderDialogs({ orders, user, dialog }: OrderDialogsProps) {
  const { orderId, visit, close } = dialog;
  const [shown, setShown] = useState<Shown | null>(null);
  const open = orderId !== null && shown?.visit === visit;
  const wanted = orderId !== null && !open ? wantedOf(orders, orderId, user.uid) : null;
  if (wanted) setShown({ visit, ...wanted });
  const lost = orderId !== null && !open && !wanted && orders !== null;
  useEffect(() => {
    if (lost) close();
  }, [lost, close]);
  useEffect(() => void load(), []);
  if (!shown) return null;
  const { order, action } = shown;
  return (
    <Suspense>
      <OrderDialog
        key={shown.visit}
        order={orders?.find(({ id }) => id === order.id) ?? order}
        action={action}
        user={user}
        open={open}
        onClose={close}
      />
    </Suspense>
  );
}
