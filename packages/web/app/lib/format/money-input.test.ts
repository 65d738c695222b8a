import { expect, test } from 'vitest';
import { normaliseMoneyInput } from './money-input.ts';

test('comma and dot both part the cents', () => {
  expect(normaliseMoneyInput('49,90')).toBe('49,90');
  expect(normaliseMoneyInput(' 49.9 ')).toBe('49.9');
});

test('dots between thousands are taken out, the currency too', () => {
  expect(normaliseMoneyInput('R$ 1.234,56')).toBe('1234,56');
  expect(normaliseMoneyInput('1.234')).toBe('1234');
  expect(normaliseMoneyInput('1.234.567')).toBe('1234567');
});

test('what is no amount stays for the schema to refuse', () => {
  expect(normaliseMoneyInput('-5')).toBe('-5');
  expect(normaliseMoneyInput('dez')).toBe('dez');
  expect(normaliseMoneyInput('')).toBe('');
});
