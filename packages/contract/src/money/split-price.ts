/** The parts of an order's price for platform and seller, in centavos. */
export interface PriceSplit {
  readonly fee: number;
  readonly net: number;
}

/**
 * Splits a price into the platform's fee, `amount × feePercent ÷ 100` rounded half up to whole centavos, and the
 * remaining amount for the seller, so that the parts add up to the price. Both arguments are integers: centavos, and a
 * percentage from 0 to 100.
 */
export function splitPrice(amount: number, feePercent: number): PriceSplit {
  const isValid = Number.isSafeInteger(amount) && amount >= 0 && Number.isInteger(feePercent);
  if (!isValid || feePercent < 0 || feePercent > 100) {
    throw new RangeError('a price is split in whole centavos and whole percents');
  }
  const fee = Math.floor((amount * feePercent + 50) / 100);
  return { fee, net: amount - fee };
}
