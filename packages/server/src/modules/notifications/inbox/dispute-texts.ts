import { formatBrl } from '@guilda/contract/money/money';
import type { disputeOutcomes } from '@guilda/contract/orders/dispute';
import { debtPaidText, type ReleasedMoney } from './debt-text.ts';
import {
  codeAndProductName,
  deadlineText,
  joinSentences,
  moneyReturnsSentence,
  type OrderNames,
} from './order-texts.ts';

/**
 * How a dispute ended; `refundedAmount` is in centavos, `reason` is the reason of the team, and `released` is the money
 * that the end made available to the seller.
 */
export interface DisputeEnd {
  readonly outcome: (typeof disputeOutcomes)[number];
  readonly refundedAmount: number;
  readonly reason: string | null;
  readonly released: ReleasedMoney;
}

const reasonSentence = ({ reason }: DisputeEnd) => reason !== null && `Motivo da equipe: ${reason}`;

/** The seller's part of a price of which nothing, or `refundedText`, goes back to the buyer. */
function sellerPartText({ released }: DisputeEnd, refundedText: string | null): string {
  if (released.debtPaid > 0) {
    const paidText = `, menos a taxa, ${debtPaidText(released, ' na sua carteira')}.`;
    return refundedText === null ? `do valor${paidText}` : `${refundedText}. Do resto${paidText}`;
  }
  if (released.available === 0 && refundedText !== null)
    return `${refundedText}, e nada fica para você, porque o resto foi contestado no banco.`;
  const availableText = 'menos a taxa, já está disponível na sua carteira.';
  return refundedText === null
    ? `o valor, ${availableText}`
    : `${refundedText}, e o resto, ${availableText}`;
}

/** All pt-BR texts of notifications about disputes. */
export const disputeTexts = {
  openedToSeller: (order: OrderNames, answerBy: Date) =>
    `Quem comprou abriu uma disputa no pedido ${codeAndProductName(order)}. ` +
    `Responda até ${deadlineText(answerBy)}: sem resposta, o valor volta para quem comprou.`,
  answeredToBuyer: (order: OrderNames, offer: number | null) =>
    offer === null
      ? `Quem vende respondeu à disputa do pedido ${codeAndProductName(order)}. A equipe da Guilda vai decidir.`
      : `Quem vende respondeu à disputa do pedido ${codeAndProductName(order)} e ofereceu devolver ${formatBrl(offer)}. ` +
        'Você pode aceitar ou esperar a decisão da equipe da Guilda.',
  overdue: (order: OrderNames) =>
    `A decisão da disputa do pedido ${codeAndProductName(order)} está atrasada. ` +
    'O caso passou para o começo da fila da equipe da Guilda, e o valor continua guardado.',
  resolvedToBuyer: (order: OrderNames, end: DisputeEnd) => {
    const disputeEndedText = `A disputa do pedido ${codeAndProductName(order)} terminou`;
    const byOutcome: Record<DisputeEnd['outcome'], string> = {
      refunded: joinSentences(
        `${disputeEndedText}: você recebe tudo de volta.`,
        moneyReturnsSentence,
      ),
      partly_refunded: `${disputeEndedText}: você recebe ${formatBrl(end.refundedAmount)} de volta pelo mesmo meio de pagamento.`,
      released: `${disputeEndedText}: o valor fica com quem vendeu.`,
      withdrawn: `Você retirou a disputa do pedido ${codeAndProductName(order)}.`,
    };
    return joinSentences(byOutcome[end.outcome], reasonSentence(end));
  },
  resolvedToSeller: (order: OrderNames, end: DisputeEnd) => {
    const disputeEndedText = `A disputa do pedido ${codeAndProductName(order)} terminou`;
    const byOutcome: Record<DisputeEnd['outcome'], string> = {
      refunded: `${disputeEndedText}: o valor volta para quem comprou.`,
      partly_refunded: `${disputeEndedText}: ${sellerPartText(end, `${formatBrl(end.refundedAmount)} voltam para quem comprou`)}`,
      released: `${disputeEndedText}: ${sellerPartText(end, null)}`,
      withdrawn: `Quem comprou retirou a disputa do pedido ${codeAndProductName(order)}, e o pedido segue como antes.`,
    };
    return joinSentences(byOutcome[end.outcome], reasonSentence(end));
  },
} as const;
