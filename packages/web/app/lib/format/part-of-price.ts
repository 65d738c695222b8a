import { parseMoney } from '@guilda/contract/money/money';
import { normaliseMoneyInput } from './money-input.ts';

/** Error text of a field whose text is not an amount. */
export const INVALID_AMOUNT_TEXT = 'Escreva um valor como 20,00.';

/** A typed part of a price: its centavos, or why the text is not valid. `empty`: nothing was typed. */
export type PartOfPrice =
  | { readonly centavos: number; readonly problem: null }
  | { readonly centavos: null; readonly problem: 'empty' | 'invalid' | 'too_high' };

/** Reads a typed amount that has to be at least R$ 0,01 and below `price` (decimal text). */
export function readPartOfPrice(typedAmount: string, price: string): PartOfPrice {
  const text = normaliseMoneyInput(typedAmount);
  if (text === '') return { centavos: null, problem: 'empty' };
  const centavos = parseMoney(text);
  if (centavos === null || centavos === 0) return { centavos: null, problem: 'invalid' };
  const isTooHigh = centavos >= (parseMoney(price) ?? 0);
  return isTooHigh ? { centavos: null, problem: 'too_high' } : { centavos, problem: null };
}
