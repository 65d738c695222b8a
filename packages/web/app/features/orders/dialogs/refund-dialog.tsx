import type { Payment } from '@guilda/contract/orders/orders';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { refundOrder } from '../data/order-actions.ts';
import { isFreeOrder } from '../model/order-price.ts';
import { getOrderSide } from '../model/order-side.ts';
import { ConfirmOrderDialog } from './confirm-order-dialog.tsx';
import type { OrderDialogProps } from './dialog-props.ts';
import { TeamRefundDialog } from './team-refund-dialog.tsx';

function regretConfirmationText(order: Payment) {
  const { price, sellerName } = order;
  const refundText = `${priceParts(price).text} voltam inteiros para você pela forma de pagamento usada`;
  return {
    title: 'Desfazer compra',
    text: `${isFreeOrder(order) ? 'O pedido termina' : `O pedido termina e ${refundText}`}. Não precisa explicar: ${sellerName} ainda não começou.`,
    done: {
      title: 'Compra desfeita',
      text: isFreeOrder(order) ? 'Nada foi cobrado.' : `${refundText}.`,
    },
  };
}

function refundConfirmationText(order: Payment, byBuyer: boolean) {
  if (byBuyer) return regretConfirmationText(order);
  const { price, buyerName } = order;
  if (isFreeOrder(order)) {
    return {
      title: 'Desfazer pedido',
      text: `O pedido termina sem atendimento e aparece como desfeito para ${buyerName}. Não dá para voltar atrás.`,
      done: { title: 'Pedido desfeito', text: 'Nada foi cobrado.' },
    };
  }
  return {
    title: 'Reembolsar',
    text: `O valor de ${priceParts(price).text} volta para ${buyerName} pela forma de pagamento usada, e o pedido termina. Não dá para voltar atrás.`,
    done: {
      title: 'Pedido reembolsado',
      text: `O valor de ${priceParts(price).text} volta para quem comprou.`,
    },
  };
}

/**
 * Dialog to confirm a refund. Buyer and seller can refund before the attendance (the live part of the order) starts,
 * the team, which says why, also while it is running.
 */
export function RefundDialog({ order, user, open, onClose }: OrderDialogProps) {
  const byBuyer = order.buyerId === user.uid;
  const texts = refundConfirmationText(order, byBuyer);
  const { title, text, done } = texts;
  if (getOrderSide(order, user.uid) === null)
    return <TeamRefundDialog {...{ order, open, onClose }} {...texts} />;
  return (
    <ConfirmOrderDialog
      order={order}
      side={byBuyer ? 'buyer' : 'seller'}
      open={open}
      onClose={onClose}
      title={title}
      text={text}
      action={refundOrder}
      done={done}
    />
  );
}
