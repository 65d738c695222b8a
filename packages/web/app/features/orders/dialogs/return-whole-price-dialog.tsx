import type { Payment } from '@guilda/contract/orders/orders';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { answerDispute } from '../data/order-actions.ts';
import { ConfirmOrderDialog } from './confirm-order-dialog.tsx';
import type { OrderDialogProps } from './dialog-props.ts';

const acceptDispute = (order: Payment) => answerDispute(order, { accept: true });

/** Dialog in which the seller of a disputed order confirms that the whole price is returned. */
export function ReturnWholePriceDialog({ order, open, onClose }: OrderDialogProps) {
  const amount = priceParts(order.price).text;
  return (
    <ConfirmOrderDialog
      order={order}
      side="seller"
      open={open}
      onClose={onClose}
      title="Devolver tudo"
      text={`${amount} voltam para ${order.buyerName} pela forma de pagamento usada, a disputa termina e você não recebe nada por este pedido. Não dá para voltar atrás.`}
      action={acceptDispute}
      done={{ title: 'Tudo devolvido', text: `${amount} voltam para quem comprou.` }}
    />
  );
}
