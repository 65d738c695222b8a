import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatBrl, groupThousands } from './money.ts';

const brlFormat = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

it('formats every amount as browsers do, with normal spaces', () => {
  const amount = fc.integer({ min: -(10 ** 12), max: 10 ** 12 });
  fc.assert(
    fc.property(amount, (centavos) => {
      expect(formatBrl(centavos)).toBe(brlFormat.format(centavos / 100).replaceAll('\u00a0', ' '));
    }),
  );
  expect(formatBrl(0)).toBe('R$ 0,00');
});

it('groups thousands by dots', () => {
  const texts = [0, 999, 1000, 123_456, 1_234_567].map(groupThousands);
  expect(texts).toEqual(['0', '999', '1.000', '123.456', '1.234.567']);
});
