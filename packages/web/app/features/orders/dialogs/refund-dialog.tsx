import type { Payment } from '@guilda/contract/orders';
import { toast } from '../../../ui/feedback/toast.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { OrderSummary } from '../components/order-summary.tsx';
import { refundOrder } from '../data/order-actions.ts';
import { useOrderAction } from '../data/use-order-action.ts';
import { isFreeOrder } from '../model/order-price.ts';
import type { OrderDialogProps } from './dialog-props.ts';

function refundConfirmationText(order: Payment) {
  const { price, buyerName } = order;
  if (isFreeOrder(order)) {
    return {
      title: 'Desfazer pedido',
      text: `O pedido termina sem atendimento e aparece como desfeito para ${buyerName}. Não dá para voltar atrás.`,
      done: 'Pedido desfeito',
      result: 'Nada foi cobrado.',
    };
  }
  return {
    title: 'Reembolsar',
    text: `O valor de ${priceParts(price).text} volta para ${buyerName} pela forma de pagamento usada, e o pedido termina. Não dá para voltar atrás.`,
    done: 'Pedido reembolsado',
    result: `O valor de ${priceParts(price).text} volta para quem comprou.`,
  };
}

/** Dialog to confirm a refund: by the seller before the start, by the team also during the attendance. */
export function RefundDialog({ order, open, onClose }: OrderDialogProps) {
  const { pending, run } = useOrderAction(onClose);
  const { title, text, done, result } = refundConfirmationText(order);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={title}
      text={text}
      cancelLabel="Voltar"
      confirmLabel={title}
      variant="dangerFill"
      loading={pending}
      onConfirm={() =>
        run(
          () => refundOrder(order),
          () => toast({ title: done, text: result }),
        )
      }
    >
      <OrderSummary order={order} side="seller" />
    </ConfirmDialog>
  );
}
