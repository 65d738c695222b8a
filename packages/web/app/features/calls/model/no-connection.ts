import type { CallNote } from './call-ports.ts';

/** Nothing gets through to the server. Alone, for the button that cannot even fetch the rest. */
export const noConnection: CallNote = {
  title: 'Erro',
  text: 'Sem conexão. Tente de novo.',
  tone: 'error',
};
