import type { Payment } from '@guilda/contract/orders';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { priceParts } from '../../../ui/price-parts.ts';
import { toast } from '../../../ui/toast.ts';
import { refundOrder } from '../data/order-acts.ts';
import { useAct } from '../data/use-act.ts';
import { isFree } from '../model/order-price.ts';
import { OrderSummary } from '../parts/order-summary.tsx';
import type { OrderDialogProps } from './dialog-props.ts';

function wordsFor(order: Payment) {
  const { price, buyerName } = order;
  if (isFree(order)) {
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

/** Asks before the money goes back: the seller before the start, the team also during it. */
export function RefundDialog({ order, open, onClose }: OrderDialogProps) {
  const { pending, act } = useAct(onClose);
  const { title, text, done, result } = wordsFor(order);
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
        act(
          () => refundOrder(order),
          () => toast({ title: done, text: result }),
        )
      }
    >
      <OrderSummary order={order} side="seller" />
    </ConfirmDialog>
  );
}
