import type { CallToast } from './call-ports.ts';

/** The toast without a connection. In a file of its own because the button shows it when the rest cannot be loaded. */
export const noConnectionToast: CallToast = {
  title: 'Erro',
  text: 'Sem conexão. Tente de novo.',
  tone: 'error',
};
