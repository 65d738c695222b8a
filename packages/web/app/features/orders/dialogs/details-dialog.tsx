import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { actionsOf } from '../model/actions.ts';
import { sideOf } from '../model/side.ts';
import { DeadlineNote } from '../parts/deadline-note.tsx';
import { Downloads } from '../parts/downloads.tsx';
import { OrderHistory } from '../parts/order-history.tsx';
import { counterpart, OrderSummary } from '../parts/order-summary.tsx';
import { ChatInstead } from './chat-instead.tsx';
import type { OrderDialogProps } from './dialog-props.ts';
import { useOrderDialog } from './use-order-dialog.ts';

/** The team's way to give the money back; the order's people have theirs on the comanda. */
function TeamActions({ order, user }: Pick<OrderDialogProps, 'order' | 'user'>) {
  const { open } = useOrderDialog();
  if (sideOf(order, user.uid) !== null) return null;
  if (!actionsOf(order, user).includes('refund')) return null;
  return (
    <Button variant="danger" onClick={() => open(order.id, 'refund')}>
      Reembolsar
    </Button>
  );
}

/** Everything that happened to an order, when, and who did it. */
export function DetailsDialog({ order, user, open, onClose }: OrderDialogProps) {
  const side = sideOf(order, user.uid);
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Histórico do pedido"
      footer={
        <>
          <TeamActions order={order} user={user} />
          {side && <ChatInstead uid={counterpart(order, side).uid} />}
          <Button onClick={onClose}>Fechar</Button>
        </>
      }
    >
      <OrderSummary order={order} side={side ?? 'seller'} />
      <OrderHistory order={order} uid={user.uid} />
      <DeadlineNote order={order} side={side ?? 'seller'} />
      {side !== 'buyer' && <Downloads order={order} />}
    </Dialog>
  );
}
