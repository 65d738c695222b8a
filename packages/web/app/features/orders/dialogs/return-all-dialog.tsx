import { toast } from '../../../ui/feedback/toast.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { OrderSummary } from '../components/order-summary.tsx';
import { answerDispute } from '../data/order-actions.ts';
import { useOrderAction } from '../data/use-order-action.ts';
import type { OrderDialogProps } from './dialog-props.ts';

/** Dialog in which the seller of a disputed order confirms to give everything back. */
export function ReturnAllDialog({ order, open, onClose }: OrderDialogProps) {
  const { pending, run } = useOrderAction(onClose);
  const amount = priceParts(order.price).text;
  const notifyReturned = () =>
    toast({ title: 'Tudo devolvido', text: `${amount} voltam para quem comprou.` });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title="Devolver tudo"
      text={`${amount} voltam para ${order.buyerName} pela forma de pagamento usada, a disputa termina e você não recebe nada por este pedido. Não dá para voltar atrás.`}
      cancelLabel="Voltar"
      confirmLabel="Devolver tudo"
      variant="dangerFill"
      loading={pending}
      onConfirm={() => run(() => answerDispute(order, { accept: true }), notifyReturned)}
    >
      <OrderSummary order={order} side="seller" />
    </ConfirmDialog>
  );
}
