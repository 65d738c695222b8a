import { limits } from '@guilda/contract/limits';

/**
 * The error of a feedback text; undefined when the text is valid. Spaces at the ends do not count, because they are not
 * sent.
 */
export function feedbackErrorText(message: string): string | undefined {
  const text = message.trim();
  if (text === '') return 'Escreva sua mensagem.';
  return text.length > limits.feedback ? `Use no máximo ${limits.feedback} caracteres.` : undefined;
}
