export const INVALID_PRICE_TEXT = 'Preço inválido.';

/** A price in centavos as the text of a field: `49,90`; empty for none. */
export function priceInputText(centavos: number | undefined): string {
  return centavos === undefined ? '' : (centavos / 100).toFixed(2).replace('.', ',');
}
