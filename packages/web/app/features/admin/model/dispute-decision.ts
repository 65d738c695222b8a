import { errors } from '@guilda/contract/errors';
import { formatBrl, formatDecimal, parseMoney } from '@guilda/contract/money/money';
import { splitPrice } from '@guilda/contract/money/split-price';
import type { AdminDispute, disputeEndpoints } from '@guilda/contract/orders/dispute-endpoints';
import { z } from '@guilda/contract/schema';
import { moderationReason } from '@guilda/contract/text';
import { INVALID_AMOUNT_TEXT, readPartOfPrice } from '../../../lib/format/part-of-price.ts';

/** The outcomes that the team can choose. */
export const decidableOutcomes = ['refunded', 'partly_refunded', 'released'] as const;
export type DecidableOutcome = (typeof decidableOutcomes)[number];

export const decisionLabels: Readonly<Record<DecidableOutcome, string>> = {
  refunded: 'Devolver tudo',
  partly_refunded: 'Devolver uma parte',
  released: 'Liberar para quem vendeu',
};

/** The body of the request that decides a dispute. */
export type DisputeDecisionBody = z.input<typeof disputeEndpoints.decideDispute.body>;

/** Schema of the decision form. The amount is used only for a partial refund of `price` (decimal text). */
export const decisionFormSchema = (price: string) =>
  z
    .object({
      outcome: z.enum(decidableOutcomes, { error: 'Escolha como termina.' }),
      amount: z.string(),
      reason: moderationReason,
    })
    .superRefine(({ outcome, amount }, context) => {
      if (outcome !== 'partly_refunded') return;
      const message = amountProblem(amount, price);
      if (message) context.addIssue({ code: 'custom', path: ['amount'], message });
    });

/** The fields of the decision form as they were typed. */
export type DisputeDecisionFields = z.input<ReturnType<typeof decisionFormSchema>>;

/** Why the typed amount cannot be refunded; undefined when it can. */
function amountProblem(amount: string, price: string): string | undefined {
  const { problem } = readPartOfPrice(amount, price);
  if (problem === null) return undefined;
  return problem === 'too_high' ? errors.refund_too_high.text : INVALID_AMOUNT_TEXT;
}

/** Shares of buyer and seller for an outcome, as text; null while the amount is not known. */
export interface DecisionShares {
  readonly buyer: string;
  readonly seller: string;
}

/** What is divided: decimal texts, and the fee as a whole number of percent. */
interface DividedPrice extends Pick<AdminDispute, 'price' | 'contestedAmount'> {
  /** The typed amount of a partial refund. */
  readonly amount: string;
  readonly feePercent: number;
}

/**
 * Computes the shares of buyer and seller for an outcome. What the bank has taken already is in neither share, and a
 * refund is at most the rest. The fee is deducted from what the seller keeps. Null while the refunded amount is not a
 * valid part of the price.
 */
export function decisionShares(
  outcome: DecidableOutcome,
  { price, contestedAmount, amount, feePercent }: DividedPrice,
): DecisionShares | null {
  const rest = (parseMoney(price) ?? 0) - (parseMoney(contestedAmount) ?? 0);
  const partInCentavos = readPartOfPrice(amount, price).centavos;
  const chosenAmount = { refunded: rest, partly_refunded: partInCentavos, released: 0 }[outcome];
  if (chosenAmount === null) return null;
  const refundedAmount = Math.min(chosenAmount, rest);
  return {
    buyer: formatBrl(refundedAmount),
    seller: formatBrl(splitPrice(rest - refundedAmount, feePercent).net),
  };
}

/** Shares of buyer and seller as one sentence without a full stop. */
export function sharesText(outcome: DecidableOutcome, { buyer, seller }: DecisionShares): string {
  if (outcome === 'refunded') return `Quem comprou recebe ${buyer}; quem vendeu não recebe nada`;
  const sellerText = `fica com ${seller}, já sem a taxa`;
  return outcome === 'released'
    ? `Quem vendeu ${sellerText}; quem comprou não recebe nada`
    : `Quem comprou recebe ${buyer}; quem vendeu ${sellerText}`;
}

/** Converts the valid form to the request's body. */
export function decisionBodyOf(
  { outcome, amount, reason }: z.output<ReturnType<typeof decisionFormSchema>>,
  price: string,
): DisputeDecisionBody {
  if (outcome !== 'partly_refunded') return { outcome, reason };
  const { centavos } = readPartOfPrice(amount, price);
  return { outcome, refundAmount: formatDecimal(centavos ?? 0), reason };
}
