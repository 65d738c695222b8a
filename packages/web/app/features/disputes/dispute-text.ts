import type { Dispute } from '@guilda/contract/orders/dispute';
import type { Payment } from '@guilda/contract/orders/orders';
import { timeInSentence } from '../../lib/format/date-text.ts';
import { priceParts } from '../../ui/text/price-parts.ts';
import { type DisputeEnding, disputeEndingOf } from './dispute.ts';

/** The reasons of a dispute as its buyer chooses them. */
export const disputeReasonTexts: Readonly<Record<Dispute['reason'], string>> = {
  not_delivered: 'Não recebi o que comprei',
  not_as_described: 'Não é como foi anunciado',
  other: 'Outro problema',
};

/** Reader of texts about a dispute; null means a member of the team. */
export type DisputeReader = 'buyer' | 'seller' | null;

/** State of a dispute in words. */
export interface DisputeStatus {
  readonly summary: string;
  /** What happens next; null for a resolved dispute. */
  readonly consequence: string | null;
}

type DisputedOrderNames = Pick<Payment, 'buyerName' | 'sellerName' | 'price' | 'dispute'>;

/** Names of buyer and seller as the reader sees them; `readerSide` is null for the team. */
function partyNamesOf({ buyerName, sellerName }: DisputedOrderNames, readerSide: DisputeReader) {
  return {
    seller: readerSide === 'seller' ? 'Você' : sellerName,
    toSeller: readerSide === 'seller' ? 'você' : sellerName,
    buyer: readerSide === 'buyer' ? 'Você' : buyerName,
    toBuyer: readerSide === 'buyer' ? 'você' : buyerName,
  };
}

/** The state of a dispute that waits for the seller's answer. */
function openDisputeStatus(
  order: DisputedOrderNames,
  dispute: Dispute,
  side: DisputeReader,
  now: Date,
) {
  const { seller, toBuyer } = partyNamesOf(order, side);
  const answerBy = new Date(dispute.answerBy);
  if (answerBy <= now)
    return { summary: 'O prazo para responder acabou.', consequence: 'Atualizando…' };
  return {
    summary: `${seller} tem até ${timeInSentence(answerBy, now)}, para responder.`,
    consequence: `Sem resposta, ${priceParts(order.price).text} voltam para ${toBuyer}.`,
  };
}

/** State of a contested dispute, which waits for the decision of the team or for the buyer to accept the offer. */
function answeredDisputeStatus(
  order: DisputedOrderNames,
  dispute: Dispute,
  side: DisputeReader,
  now: Date,
) {
  const { seller, buyer } = partyNamesOf(order, side);
  const decideBy = new Date(dispute.decideBy);
  const isOverdue = decideBy <= now;
  const offer = dispute.answer?.offer ?? null;
  const untilText = `até ${timeInSentence(decideBy, now)}`;
  const teamText = isOverdue
    ? 'A decisão da equipe está atrasada.'
    : `A equipe decide ${untilText}.`;
  if (offer === null) {
    const heldText = 'O dinheiro continua guardado.';
    const firstSentence = isOverdue ? 'O caso está no começo da fila.' : `${seller} contestou.`;
    return { summary: teamText, consequence: `${firstSentence} ${heldText}` };
  }
  const amount = priceParts(offer).text;
  if (side === 'buyer') {
    const waitingText = isOverdue
      ? 'ou espere a equipe: a decisão está atrasada'
      : `ou espere: a equipe decide ${untilText}`;
    return {
      summary: `${seller} propõe devolver ${amount}.`,
      consequence: `Aceite, ${waitingText}.`,
    };
  }
  const proposalText = side === 'seller' ? 'Você propôs' : `${seller} propõe`;
  return {
    summary: teamText,
    consequence: `${proposalText} devolver ${amount}; ${buyer} pode aceitar antes.`,
  };
}

/** Text about how a dispute ended, with the amount that the buyer gets back, if any. */
function endedDisputeText(
  order: DisputedOrderNames,
  dispute: Dispute,
  ending: DisputeEnding,
  side: DisputeReader,
) {
  const { seller, toSeller, buyer, toBuyer } = partyNamesOf(order, side);
  const refundText = `${priceParts(dispute.refundedAmount).text} voltam para ${toBuyer}`;
  const remainderText =
    side === 'seller'
      ? 'o resto, menos a taxa, está na sua carteira'
      : `o resto fica com ${toSeller}`;
  const decisionPrefix =
    dispute.outcome === 'released'
      ? `o dinheiro fica com ${toSeller}${side === 'seller' ? ', menos a taxa, e já está na sua carteira' : ''}`
      : dispute.outcome === 'refunded'
        ? refundText
        : `${refundText}, e ${remainderText}`;
  const sentences: Readonly<Record<DisputeEnding, string>> = {
    returned: `${seller} devolveu tudo: ${refundText}.`,
    unanswered: `${seller} não respondeu a tempo: ${refundText}.`,
    taken_back: `O meio de pagamento devolveu o valor: ${refundText}.`,
    agreed: `${buyer} aceitou a proposta: ${refundText}, e ${remainderText}.`,
    withdrawn: `${buyer} retirou a disputa. O pedido segue como antes.`,
    decided: `A equipe decidiu: ${decisionPrefix}.`,
  };
  return sentences[ending];
}

/**
 * State of an order's dispute in words at the time `now`; `side` is null for the team. Null when the order has no
 * dispute.
 */
export function disputeStatusText(
  order: DisputedOrderNames,
  side: DisputeReader,
  now: Date,
): DisputeStatus | null {
  const { dispute } = order;
  if (!dispute) return null;
  const ending = disputeEndingOf(order);
  if (ending !== null)
    return { summary: endedDisputeText(order, dispute, ending, side), consequence: null };
  return dispute.state === 'open'
    ? openDisputeStatus(order, dispute, side, now)
    : answeredDisputeStatus(order, dispute, side, now);
}
