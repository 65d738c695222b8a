import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { cancelOrder } from '../data/order-acts.ts';
import { useAct } from '../data/use-act.ts';
import { OrderSummary } from '../parts/order-summary.tsx';
import type { OrderDialogProps } from './dialog-props.ts';

/** Asks the buyer before an unpaid order is given up. */
export function CancelDialog({ order, open, onClose }: OrderDialogProps) {
  const { pending, act } = useAct(onClose);
  const thank = () => toast({ title: 'Pedido cancelado', text: 'Nada foi cobrado.' });
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
      onConfirm={() => act(() => cancelOrder(order), thank)}
    >
      <OrderSummary order={order} side="buyer" />
    </ConfirmDialog>
  );
}
