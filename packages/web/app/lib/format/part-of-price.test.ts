import { expect, test } from 'vitest';
import { readPartOfPrice } from './part-of-price.ts';

test.each([
  ['20', 2000, null],
  ['20,50', 2050, null],
  ['R$ 44.99', 4499, null],
  ['0,01', 1, null],
  ['', null, 'empty'],
  ['  ', null, 'empty'],
  ['0', null, 'invalid'],
  ['vinte', null, 'invalid'],
  ['1,234', null, 'invalid'],
  ['-5', null, 'invalid'],
  ['45', null, 'too_high'],
  ['1.000,00', null, 'too_high'],
] as const)('of R$ 45,00, %j is %j (%s)', (typedAmount, centavos, problem) => {
  expect(readPartOfPrice(typedAmount, '45.00')).toEqual({ centavos, problem });
});
