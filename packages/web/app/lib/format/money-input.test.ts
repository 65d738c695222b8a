import { expect, test } from 'vitest';
import { moneyText } from './money-input.ts';

test('comma and dot both part the cents', () => {
  expect(moneyText('49,90')).toBe('49,90');
  expect(moneyText(' 49.9 ')).toBe('49.9');
});

test('dots between thousands are taken out, the currency too', () => {
  expect(moneyText('R$ 1.234,56')).toBe('1234,56');
  expect(moneyText('1.234')).toBe('1234');
  expect(moneyText('1.234.567')).toBe('1234567');
});

test('what is no amount stays for the schema to refuse', () => {
  expect(moneyText('-5')).toBe('-5');
  expect(moneyText('dez')).toBe('dez');
  expect(moneyText('')).toBe('');
});
