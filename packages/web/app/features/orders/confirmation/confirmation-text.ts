import type { Payment } from '@guilda/contract/orders/orders';
import { timeInSentence } from '../../../lib/format/date-text.ts';
import { serverNowMs } from '../../../lib/format/server-time.ts';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { unresolvedDisputeOf } from '../../disputes/index.ts';
import { isFreeOrder, isUndone, isUndoneByBuyer } from '../model/order-price.ts';
import { endingText } from '../model/order-step-text.ts';
import { wasCancelledEarly } from '../model/payment-time.ts';

/** Title and text of the confirmation page. */
export interface ConfirmationText {
  readonly title: string;
  readonly text: string;
}

type ConfirmedOrder = Pick<
  Payment,
  | 'serviceStatus'
  | 'price'
  | 'sellerName'
  | 'reviewed'
  | 'type'
  | 'steps'
  | 'buyerId'
  | 'sellerId'
  | 'startBy'
  | 'dispute'
  | 'createdAt'
> &
  Partial<Pick<Payment, 'chargeback' | 'refundedAmount'>>;

/** Text that explains why the order was not paid. */
function cancelledText(order: ConfirmedOrder, paymentMinutes: number): string {
  // The advice to order again would fail, because the seller or the account is not there any more.
  if (wasCancelledEarly(order, paymentMinutes)) return 'O pedido foi cancelado e nada foi cobrado.';
  const cancelledBy = order.steps.findLast(({ status }) => status === 'cancelled')?.by;
  const reason =
    cancelledBy === 'buyer'
      ? 'Você cancelou o pedido e nada foi cobrado.'
      : 'O pagamento não foi confirmado a tempo e nada foi cobrado.';
  return `${reason} Se ainda quiser o serviço, faça um novo pedido.`;
}

/**
 * Text for the buyer of an order whose payment was contested at the bank. A buyer who received nothing, or whose dispute
 * ended in their favour, gets the money even when the bank decided for the seller.
 */
function chargebackText({ chargeback, refundedAmount = '0.00' }: ConfirmedOrder): ConfirmationText {
  const amount = priceParts(refundedAmount).text;
  const text = {
    open: `O banco está devolvendo ${amount} e ainda vai decidir.`,
    lost: `O banco devolveu ${amount}.`,
    won:
      Number(refundedAmount) > 0
        ? `O banco encerrou a contestação. O valor de ${amount} volta para a forma de pagamento usada.`
        : 'O banco decidiu que o pagamento vale.',
  };
  return {
    title: 'Pagamento contestado.',
    text: `${text[chargeback ?? 'open']} O pedido foi encerrado.`,
  };
}

/** The time until which the seller can start, as part of a sentence. */
const startTimeText = (startBy: string) =>
  timeInSentence(new Date(startBy), new Date(serverNowMs()));

/** Says by when the seller must start; follows the seller's name. */
const startText = (startBy: string | null) =>
  startBy ? `, que tem até ${startTimeText(startBy)}, para começar` : '';

/** The files of a pack are available before the seller has started the attendance, which they must still do. */
function packText({ sellerName, startBy, price }: ConfirmedOrder): string {
  const untilText = startBy ? ` até ${startTimeText(startBy)}` : '';
  const refundText = isFreeOrder({ price }) ? '' : '; sem isso, o valor volta para você';
  return `Os arquivos já são seus. ${sellerName} ainda inicia o atendimento${untilText}${refundText}.`;
}

/** Title and text for the buyer of an order; `paymentMinutes` is the time to pay in this installation. */
export function confirmationTextOf(
  order: ConfirmedOrder,
  paymentMinutes: number,
): ConfirmationText {
  const { serviceStatus, price, sellerName, reviewed, type, buyerId, startBy } = order;
  const isFree = isFreeOrder(order);
  if (unresolvedDisputeOf(order)) {
    return {
      title: 'Compra em disputa.',
      text: 'O dinheiro fica guardado até a disputa terminar. Tudo o que acontece aparece aqui e em suas compras.',
    };
  }
  switch (serviceStatus) {
    case 'awaiting_payment':
      return {
        title: 'Aguardando o pagamento.',
        text: 'A confirmação aparece aqui sozinha. Um pedido sem pagamento é cancelado automaticamente.',
      };
    case 'awaiting_start':
      return {
        title: isFree ? 'Pedido confirmado.' : 'Pagamento confirmado.',
        text:
          type === 'media'
            ? packText(order)
            : `Agora é com ${sellerName}${startText(startBy)}: você acompanha aqui e em suas compras.`,
      };
    case 'in_progress':
      return {
        title: 'Atendimento em andamento.',
        text: `${sellerName} começou o atendimento. Quando receber tudo, confirme em suas compras.`,
      };
    case 'complete':
      return {
        title: 'Atendimento concluído.',
        text: reviewed
          ? 'Você já avaliou esta compra. Agradecemos por contar como foi.'
          : 'Conte como foi: sua avaliação ajuda quem vem depois.',
      };
    case 'cancelled':
      return {
        title: 'Compra cancelada.',
        text: cancelledText(order, paymentMinutes),
      };
    case 'refunded': {
      if (order.chargeback) return chargebackText(order);
      const endingPhrase = isUndoneByBuyer(order)
        ? null
        : endingText(order, buyerId, paymentMinutes);
      const moneyText = isFree
        ? 'O atendimento não aconteceu e nada foi cobrado.'
        : `O valor de ${priceParts(price).text} volta para a forma de pagamento usada.`;
      return {
        title: isUndone(order) ? 'Compra desfeita.' : 'Compra reembolsada.',
        text: endingPhrase ? `${endingPhrase}. ${moneyText}` : moneyText,
      };
    }
  }
}
