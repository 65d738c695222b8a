import { z } from 'zod';

/**
 * Centavos of an amount in reais as JSON writes it: `45.9` is 4590. Null for anything but up to two
 * decimals from zero on. Read from the digits, because `45.9 * 100` is not 4590.
 */
export function centavosOf(reais: number): number | null {
  const digits = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(reais));
  if (!digits) return null;
  const [, whole, part = ''] = digits;
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** An amount in reais for JSON: the number nearest to the centavos, which is written as they are. */
export const reaisOf = (centavos: number): number => centavos / 100;

/** An amount in reais, read as centavos. */
export const money = z.number().transform((reais, context) => {
  const centavos = centavosOf(reais);
  if (centavos !== null) return centavos;
  context.addIssue({ code: 'custom', message: 'not an amount in reais' });
  return z.NEVER;
});
