import { expect, test } from 'vitest';
import { priceParts } from './price-parts.ts';

test.each([
  ['49.90', 'R$\u00a049,90'],
  ['0.00', 'R$\u00a00,00'],
  ['1234.5', 'R$\u00a01.234,50'],
  ['50000.00', 'R$\u00a050.000,00'],
  ['1234567,89', 'R$\u00a01.234.567,89'],
  ['007', 'R$\u00a07,00'],
  ['-12.30', 'R$\u00a0-12,30'],
  ['abc', 'R$\u00a00,00'],
])('the price %s is shown as %s', (value, text) => {
  expect(priceParts(value).text).toBe(text);
});

test('a price is split into whole reais and centavos', () => {
  expect(priceParts('1290.90')).toEqual({ whole: '1.290', cents: '90', text: 'R$\u00a01.290,90' });
});
