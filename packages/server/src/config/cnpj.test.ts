import { expect, test } from 'vitest';
import { cnpjText } from './cnpj.ts';

test.each([
  ['11.222.333/0001-81', '11.222.333/0001-81'],
  [' 11222333000181 ', '11.222.333/0001-81'],
  // The example of a CNPJ with letters that the tax office (Receita Federal) publishes.
  ['12.abc.345/01de-35', '12.ABC.345/01DE-35'],
])('%s is a CNPJ', (givenText, shownText) => {
  expect(cnpjText.parse(givenText)).toBe(shownText);
});

test.each([
  '11.222.333/0001-80',
  '11.222.333/0001-91',
  '12.ABC.345/01DE-34',
  '00.000.000/0000-00',
  '11222333000',
  '11.222.333/0001-8A',
  'CNPJ',
  '',
])('%s is no CNPJ', (givenText) => {
  expect(cnpjText.safeParse(givenText).success).toBe(false);
});
