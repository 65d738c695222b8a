import { expect, test } from 'vitest';
import { feedbackProblem } from './feedback-problem.ts';

test('an empty or blank feedback is refused', () => {
  expect(feedbackProblem('')).toBe('Escreva sua mensagem.');
  expect(feedbackProblem(' \n ')).toBe('Escreva sua mensagem.');
});

test('500 characters pass, 501 do not, space around does not count', () => {
  expect(feedbackProblem(` ${'a'.repeat(500)} `)).toBeUndefined();
  expect(feedbackProblem('a'.repeat(501))).toBe('Use no máximo 500 caracteres.');
});
