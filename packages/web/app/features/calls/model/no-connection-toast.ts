import type { CallToast } from './call-ports.ts';

/**
 * Toast for a missing connection. In a file of its own, because the call button also shows it when the code of calls
 * cannot be loaded.
 */
export const noConnectionToast: CallToast = {
  title: 'Erro',
  text: 'Sem conexão. Tente de novo.',
  tone: 'error',
};
