/** The parts of a price: whole reais, cents, and the full price as text. */
export interface PriceParts {
  /** Whole reais, with thousands separated by a dot. */
  reais: string;
  /** Cents with two digits. */
  cents: string;
  /** The whole price for screen readers: `R$ 1.234,56`. */
  text: string;
}

/** Splits decimal text such as `1234.5` (dot or comma) into parts for display; unreadable text counts as zero. */
export function priceParts(decimalText: string): PriceParts {
  const match = /^\s*(-?)(\d+)(?:[.,](\d{1,2})\d*)?\s*$/.exec(decimalText);
  const sign = match?.[1] ?? '';
  const digits = (match?.[2] ?? '0').replace(/^0+(?=\d)/, '');
  const wholeReais = sign + digits.replace(/\B(?=(\d{3})+$)/g, '.');
  const cents = (match?.[3] ?? '').padEnd(2, '0');
  return { reais: wholeReais, cents, text: `R$ ${wholeReais},${cents}` };
}
