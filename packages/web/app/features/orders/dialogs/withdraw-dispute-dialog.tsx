import { withdrawDispute } from '../data/order-actions.ts';
import { ConfirmOrderDialog } from './confirm-order-dialog.tsx';
import type { OrderDialogProps } from './dialog-props.ts';

/** Dialog in which the buyer of a disputed order confirms that the dispute is withdrawn. */
export function WithdrawDisputeDialog({ order, open, onClose }: OrderDialogProps) {
  return (
    <ConfirmOrderDialog
      order={order}
      side="buyer"
      open={open}
      onClose={onClose}
      title="Retirar a disputa"
      text={`O pedido segue como antes, e depois o dinheiro vai para ${order.sellerName}. Este pedido não pode ter outra disputa.`}
      action={withdrawDispute}
      done={{ title: 'Disputa retirada', text: 'O pedido segue como antes.' }}
    />
  );
}
