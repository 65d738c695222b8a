import { z } from 'zod';

/**
 * Converts a JSON amount in reais to centavos: `45.9` becomes 4590. Null for negative amounts and for more than two
 * decimals. Computed from the digits, because `45.9 * 100` is not 4590 in floating point.
 */
export function toCentavos(reais: number): number | null {
  const digits = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(reais));
  if (!digits) return null;
  const [, wholeReais, cents = ''] = digits;
  return Number(wholeReais) * 100 + Number(cents.padEnd(2, '0'));
}

/** Converts centavos to an amount in reais, for JSON. */
export const toReais = (centavos: number): number => centavos / 100;

/** Schema of an amount in reais that is converted to centavos. */
export const reaisAmount = z.number().transform((reais, context) => {
  const centavos = toCentavos(reais);
  if (centavos !== null) return centavos;
  context.addIssue({ code: 'custom', message: 'not an amount in reais' });
  return z.NEVER;
});
