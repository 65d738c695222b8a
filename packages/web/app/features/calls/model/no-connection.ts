import type { CallNote } from './call-ports.ts';

/** The toast without a connection. In a file of its own because the button shows it when the rest cannot be loaded. */
export const noConnection: CallNote = {
  title: 'Erro',
  text: 'Sem conexão. Tente de novo.',
  tone: 'error',
};
