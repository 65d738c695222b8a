/** Converts a decimal text such as `49.90`, `49,9` or `49` to centavos; null when the text is not an amount. */
export function parseMoney(text: string): number | null {
  const match = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Whether a price in decimal text, as in the API, is nothing. */
export const isFreePrice = (price: string): boolean => parseMoney(price) === 0;

/** Formats centavos as decimal text for the API: 4990 becomes `49.90`. */
export function formatDecimal(centavos: number): string {
  const sign = centavos < 0 ? '-' : '';
  const absolute = Math.abs(centavos);
  return `${sign}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`;
}

/**
 * Formats a whole number with dots between the thousands: 1234567 becomes `1.234.567`. Without `Intl.NumberFormat`,
 * because the first use of `Intl` takes some 25 ms in a browser, during which the page does not react.
 */
export const groupThousands = (value: number): string =>
  String(value).replace(/\B(?=(?:\d{3})+$)/g, '.');

/** Formats centavos for display: 123456 becomes `R$ 1.234,56`, with a normal space so that the text can wrap. */
export function formatBrl(centavos: number): string {
  const [reais = '', cents] = formatDecimal(Math.abs(centavos)).split('.');
  return `${centavos < 0 ? '-' : ''}R$ ${groupThousands(Number(reais))},${cents}`;
}
