/** What becomes of a sale's price, in centavos. */
export interface Split {
  /** The platform's part. */
  readonly fee: number;
  /** The seller's part. */
  readonly net: number;
}

/**
 * Splits a sale: the fee is `amount × feePercent ÷ 100`, rounded half up to whole centavos (the
 * floor of the exact fee plus half a centavo); the seller gets the rest, so nothing is ever lost
 * or made. Both arguments are whole: centavos, and a percentage of 0 to 100.
 */
export function splitSale(amount: number, feePercent: number): Split {
  const sane = Number.isSafeInteger(amount) && amount >= 0 && Number.isInteger(feePercent);
  if (!sane || feePercent < 0 || feePercent > 100) {
    throw new RangeError('a sale is split in whole centavos and whole percents');
  }
  const fee = Math.floor((amount * feePercent + 50) / 100);
  return { fee, net: amount - fee };
}
