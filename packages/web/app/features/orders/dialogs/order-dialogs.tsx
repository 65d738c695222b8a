import type { OwnUser } from '@guilda/contract/accounts/users';
import { ApiError } from '@guilda/contract/api-error';
import type { Payment } from '@guilda/contract/orders/orders';
import { useEffect, useState } from 'react';
import { preloadCode } from '../../../lib/loading/load-code.ts';
import { toastError } from '../../../ui/feedback/toast.ts';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';
import { useUnlistedOrder } from '../data/use-order.ts';
import { type DialogAction, findDialogAction } from '../model/dialog-action.ts';
import type { OrderDialogState } from './use-order-dialog.ts';

const loadOrderDialog = () => import('./order-dialog.tsx').then((module) => module.OrderDialog);

interface ShownDialog {
  /** Key of the history entry that opened the dialog. */
  readonly historyKey: string;
  readonly order: Payment;
  readonly action: DialogAction;
}

interface OrderDialogsProps {
  /** The orders in the lists loaded so far. */
  orders: readonly Payment[];
  /** Whether the requests of the lists of orders have finished or failed. */
  listsLoaded: boolean;
  user: OwnUser;
  dialog: OrderDialogState;
}

/**
 * The order named in the URL, from the lists or requested separately. `isSearchFinished` is true once the order was
 * found or its request has failed; `loadingError` is then the reason why it failed.
 */
function useOrderOfUrl(orderId: string | null, { orders, listsLoaded }: OrderDialogsProps) {
  const listedOrder = orders.find((each) => each.id === orderId);
  const unlistedQuery = useUnlistedOrder(listsLoaded && !listedOrder ? orderId : null);
  const order = listedOrder ?? (orderId === null ? undefined : unlistedQuery.data);
  const loadingError = order === undefined ? unlistedQuery.error : null;
  return { order, loadingError, isSearchFinished: order !== undefined || loadingError !== null };
}

/** Whether the server has answered that there is no such order for this person. */
const isNotForPerson = (error: Error) =>
  error instanceof ApiError && (error.status === 404 || error.status === 403);

/**
 * The dialog that the URL opens. An open dialog keeps its action until it is closed, even after the action has changed
 * the order. If the URL names an action that is not available, its dialog parameters are removed; a person whose order
 * could not be loaded sees why, because following the link again may help.
 */
export function OrderDialogs(props: OrderDialogsProps) {
  const { user, dialog } = props;
  const { orderId, visit: historyKey, close } = dialog;
  const [shown, setShown] = useState<ShownDialog | null>(null);
  const { order, loadingError, isSearchFinished } = useOrderOfUrl(orderId, props);
  const open = orderId !== null && shown?.historyKey === historyKey;
  const action = open || !order ? null : findDialogAction(order, user, dialog.action);
  if (order && action) setShown({ historyKey, order, action });
  const isUnavailable = orderId !== null && !open && !action && isSearchFinished;
  useEffect(() => {
    if (!isUnavailable) return;
    if (loadingError && !isNotForPerson(loadingError)) toastError(loadingError);
    close();
  }, [isUnavailable, loadingError, close]);
  useEffect(() => preloadCode(loadOrderDialog), []);
  const OrderDialog = useLazyComponent(loadOrderDialog, open, close);
  if (!shown || !OrderDialog) return null;
  return (
    <OrderDialog
      // Reopened for the same order and action, a dialog still has what was typed.
      key={`${shown.order.id} ${shown.action}`}
      order={order ?? shown.order}
      action={shown.action}
      user={user}
      open={open}
      onClose={close}
    />
  );
}
