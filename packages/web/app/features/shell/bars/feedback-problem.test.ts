import { expect, test } from 'vitest';
import { feedbackErrorText } from './feedback-problem.ts';

test('an empty or blank feedback is refused', () => {
  expect(feedbackErrorText('')).toBe('Escreva sua mensagem.');
  expect(feedbackErrorText(' \n ')).toBe('Escreva sua mensagem.');
});

test('500 characters pass, 501 do not, space around does not count', () => {
  expect(feedbackErrorText(` ${'a'.repeat(500)} `)).toBeUndefined();
  expect(feedbackErrorText('a'.repeat(501))).toBe('Use no máximo 500 caracteres.');
});
