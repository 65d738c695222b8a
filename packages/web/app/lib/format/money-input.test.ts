import { expect, test } from 'vitest';
import { normaliseMoneyInput } from './money-input.ts';

test('comma and dot both separate the centavos', () => {
  expect(normaliseMoneyInput('49,90')).toBe('49,90');
  expect(normaliseMoneyInput(' 49.9 ')).toBe('49.9');
});

test('dots between thousands and the currency are removed', () => {
  expect(normaliseMoneyInput('R$ 1.234,56')).toBe('1234,56');
  expect(normaliseMoneyInput('1.234')).toBe('1234');
  expect(normaliseMoneyInput('1.234.567')).toBe('1234567');
});

test('an invalid amount is left unchanged, so that the schema refuses it', () => {
  expect(normaliseMoneyInput('-5')).toBe('-5');
  expect(normaliseMoneyInput('dez')).toBe('dez');
  expect(normaliseMoneyInput('')).toBe('');
});
