/** Money that an order kept before a chargeback, in centavos: the platform's fee and the seller's share. */
export interface KeptMoney {
  readonly fee: number;
  /** The seller's share. */
  readonly net: number;
}

/**
 * Splits the amount of a chargeback into the fee that the platform returns and the seller's share, in proportion to
 * what the order keeps; the remaining fee is rounded half up to whole centavos. A chargeback of the whole amount takes
 * exactly the fee and exactly the share.
 */
export function splitReversal(keptMoney: KeptMoney, amount: number): KeptMoney {
  const total = keptMoney.fee + keptMoney.net;
  const isValid = Number.isSafeInteger(amount) && amount >= 0 && amount <= total;
  if (!isValid) throw new RangeError('a chargeback takes whole centavos, and no more than is kept');
  if (total === 0) return { fee: 0, net: 0 };
  const remainingTotal = total - amount;
  const feeLeft = Math.min(
    remainingTotal,
    Math.floor((2 * keptMoney.fee * remainingTotal + total) / (2 * total)),
  );
  const fee = keptMoney.fee - feeLeft;
  return { fee, net: amount - fee };
}
