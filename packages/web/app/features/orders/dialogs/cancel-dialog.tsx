import { toast } from '../../../ui/feedback/toast.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { OrderSummary } from '../components/order-summary.tsx';
import { cancelOrder } from '../data/order-actions.ts';
import { useOrderAction } from '../data/use-order-action.ts';
import type { OrderDialogProps } from './dialog-props.ts';

/** Dialog in which the buyer confirms the cancellation of an unpaid order. */
export function CancelDialog({ order, open, onClose }: OrderDialogProps) {
  const { pending, run } = useOrderAction(onClose);
  const notifyCancelled = () => toast({ title: 'Pedido cancelado', text: 'Nada foi cobrado.' });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title="Cancelar pedido"
      text="O pedido ainda não foi pago. Ao cancelar, ele termina aqui e nada é cobrado."
      cancelLabel="Manter pedido"
      confirmLabel="Cancelar pedido"
      variant="dangerFill"
      loading={pending}
      onConfirm={() => run(() => cancelOrder(order), notifyCancelled)}
    >
      <OrderSummary order={order} side="buyer" />
    </ConfirmDialog>
  );
}
