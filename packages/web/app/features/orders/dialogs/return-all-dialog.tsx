import type { Payment } from '@guilda/contract/orders';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { answerDispute } from '../data/order-actions.ts';
import { ConfirmOrderDialog } from './confirm-order-dialog.tsx';
import type { OrderDialogProps } from './dialog-props.ts';

const returnAll = (order: Payment) => answerDispute(order, { accept: true });

/** Dialog in which the seller of a disputed order confirms to give everything back. */
export function ReturnAllDialog({ order, open, onClose }: OrderDialogProps) {
  const amount = priceParts(order.price).text;
  return (
    <ConfirmOrderDialog
      order={order}
      side="seller"
      open={open}
      onClose={onClose}
      title="Devolver tudo"
      text={`${amount} voltam para ${order.buyerName} pela forma de pagamento usada, a disputa termina e você não recebe nada por este pedido. Não dá para voltar atrás.`}
      action={returnAll}
      done={{ title: 'Tudo devolvido', text: `${amount} voltam para quem comprou.` }}
    />
  );
}
