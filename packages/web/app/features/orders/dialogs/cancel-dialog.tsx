import { cancelOrder } from '../data/order-actions.ts';
import { ConfirmOrderDialog } from './confirm-order-dialog.tsx';
import type { OrderDialogProps } from './dialog-props.ts';

/** Dialog in which the buyer confirms the cancellation of an unpaid order. */
export function CancelDialog({ order, open, onClose }: OrderDialogProps) {
  return (
    <ConfirmOrderDialog
      order={order}
      side="buyer"
      open={open}
      onClose={onClose}
      title="Cancelar pedido"
      text="O pedido ainda não foi pago. Ao cancelar, ele termina aqui e nada é cobrado."
      cancelLabel="Manter pedido"
      action={cancelOrder}
      done={{ title: 'Pedido cancelado', text: 'Nada foi cobrado.' }}
    />
  );
}
