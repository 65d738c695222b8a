/** Sums over a seller's ledger transactions in a period, in centavos; no sum is negative (`docs/product/money.md`). */
export interface SellerSums {
  /** Prices that buyers paid. */
  readonly sales: number;
  readonly feesCharged: number;
  /** Fees that the platform returned with refunds and chargebacks. */
  readonly feesReturned: number;
  /** Amounts refunded to buyers, including the platform's fee on them. */
  readonly refunds: number;
  /** Amounts that banks took back for buyers, including the platform's fee on them. */
  readonly chargebacks: number;
  /**
   * Amounts that sellers got back because the bank decided a chargeback for the seller, including the platform's fee on
   * them.
   */
  readonly chargebacksWon: number;
  /**
   * Debt that was paid from later income. The other sums already contain this income, so the payment does not change
   * the seller's total.
   */
  readonly debtPaid: number;
  /** Withdrawals sent to the seller's Pix key. */
  readonly withdrawals: number;
  /** Withdrawals that a bank returned. */
  readonly withdrawalsReturned: number;
}

export const sumNames = [
  'sales',
  'feesCharged',
  'feesReturned',
  'refunds',
  'chargebacks',
  'chargebacksWon',
  'debtPaid',
  'withdrawals',
  'withdrawalsReturned',
] as const satisfies readonly (keyof SellerSums)[];

export const zeroSellerSums: SellerSums = {
  sales: 0,
  feesCharged: 0,
  feesReturned: 0,
  refunds: 0,
  chargebacks: 0,
  chargebacksWon: 0,
  debtPaid: 0,
  withdrawals: 0,
  withdrawalsReturned: 0,
};

export function addSellerSums(firstSums: SellerSums, otherSums: SellerSums): SellerSums {
  const total: Record<keyof SellerSums, number> = { ...firstSums };
  for (const name of sumNames) total[name] += otherSums[name];
  return total;
}

/** What the seller earned in the period after fees, refunds and chargebacks, in centavos; negative for a loss. */
export const netEarnings = (sums: SellerSums): number =>
  sums.sales -
  sums.feesCharged +
  sums.feesReturned -
  sums.refunds -
  sums.chargebacks +
  sums.chargebacksWon;

/** Change of the seller's money in centavos: net earnings minus withdrawals, plus withdrawals that a bank returned. */
export const balanceChange = (sums: SellerSums): number =>
  netEarnings(sums) - sums.withdrawals + sums.withdrawalsReturned;
