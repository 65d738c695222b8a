import { expect, test } from 'vitest';
import { priceParts } from './price-parts.ts';

test.each([
  ['49.90', 'R$ 49,90'],
  ['0.00', 'R$ 0,00'],
  ['1234.5', 'R$ 1.234,50'],
  ['50000.00', 'R$ 50.000,00'],
  ['1234567,89', 'R$ 1.234.567,89'],
  ['007', 'R$ 7,00'],
  ['-12.30', 'R$ -12,30'],
  ['abc', 'R$ 0,00'],
])('the price %s is shown as %s', (value, text) => {
  expect(priceParts(value).text).toBe(text);
});

test('a price is split into whole reais and centavos', () => {
  expect(priceParts('1290.90')).toEqual({ reais: '1.290', cents: '90', text: 'R$ 1.290,90' });
});
