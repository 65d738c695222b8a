import { limits } from '@guilda/contract/limits';

/** What is wrong with a feedback; undefined for nothing. Counted as it is sent, without space around. */
export function feedbackProblem(message: string): string | undefined {
  const text = message.trim();
  if (text === '') return 'Escreva sua mensagem.';
  return text.length > limits.feedback ? `Use no máximo ${limits.feedback} caracteres.` : undefined;
}
