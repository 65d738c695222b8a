/** What a seller's movements of a period add up to (`docs/product/money.md`, M-43); centavos, none below zero. */
export interface SellerSums {
  /** Prices that buyers paid. */
  readonly sales: number;
  readonly feesCharged: number;
  /** Fees that the platform gave back with refunds and chargebacks. */
  readonly feesReturned: number;
  /** What went back to buyers, the fee included. */
  readonly refunds: number;
  /** What banks took back for buyers, the fee included. */
  readonly chargebacks: number;
  /** What banks gave back, the fee included. */
  readonly chargebacksWon: number;
  /** What later money paid of a debt; it is a part of the other sums and changes no balance. */
  readonly debtPaid: number;
  /** What left for the seller's Pix key. */
  readonly withdrawals: number;
  /** What a bank returned of it. */
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

export function addSellerSums(one: SellerSums, other: SellerSums): SellerSums {
  const total: Record<keyof SellerSums, number> = { ...one };
  for (const name of sumNames) total[name] += other[name];
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

/** How much the seller's money changed in the period: what was earned less what was paid out, in centavos. */
export const changeOf = (sums: SellerSums): number =>
  netEarnings(sums) - sums.withdrawals + sums.withdrawalsReturned;
