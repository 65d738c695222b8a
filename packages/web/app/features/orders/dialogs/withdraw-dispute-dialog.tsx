import { toast } from '../../../ui/feedback/toast.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { OrderSummary } from '../components/order-summary.tsx';
import { withdrawDispute } from '../data/order-actions.ts';
import { useOrderAction } from '../data/use-order-action.ts';
import type { OrderDialogProps } from './dialog-props.ts';

function toastWithdrawn() {
  toast({ title: 'Disputa retirada', text: 'O pedido segue como antes.' });
}

/** Dialog in which the buyer of a disputed order confirms to withdraw the dispute. */
export function WithdrawDisputeDialog({ order, open, onClose }: OrderDialogProps) {
  const { pending, run } = useOrderAction(onClose);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title="Retirar a disputa"
      text={`O pedido segue como antes, e depois o dinheiro vai para ${order.sellerName}. Este pedido não pode ter outra disputa.`}
      cancelLabel="Voltar"
      confirmLabel="Retirar a disputa"
      variant="dangerFill"
      loading={pending}
      onConfirm={() => run(() => withdrawDispute(order), toastWithdrawn)}
    >
      <OrderSummary order={order} side="buyer" />
    </ConfirmDialog>
  );
}
