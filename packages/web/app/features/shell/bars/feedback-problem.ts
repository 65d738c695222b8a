import { limits } from '@guilda/contract/limits';

/** The error of a feedback text; undefined when valid. The length counts without surrounding spaces, as sent. */
export function feedbackErrorText(message: string): string | undefined {
  const text = message.trim();
  if (text === '') return 'Escreva sua mensagem.';
  return text.length > limits.feedback ? `Use no máximo ${limits.feedback} caracteres.` : undefined;
}
