import type { ErrorCode } from '@guilda/contract/errors';
import { errors } from '@guilda/contract/errors';
import type { CallNote } from './call-ports.ts';
import type { CallEnding } from './state/call-state.ts';

/** A toast titled "Erro". */
export const failure = (text: string): CallNote => ({ title: 'Erro', text, tone: 'error' });

export const refusalNote = (code: ErrorCode): CallNote => failure(errors[code].text);

export const tooManyCalls: CallNote = {
  title: 'Limite de chamadas excedido',
  text: 'Aguarde alguns minutos antes de tentar novamente.',
  tone: 'error',
};

export const acceptFailed = failure('Ocorreu um erro ao aceitar a chamada.');

/** The toast about a call that this person did not end. */
export const endingNote: Readonly<Record<CallEnding, (name: string) => CallNote>> = {
  declined: (name) => ({
    title: 'Chamada recusada',
    text: `${name} não pode atender agora.`,
    tone: 'notice',
  }),
  missed: (name) => ({ title: 'Sem resposta', text: `${name} não atendeu.`, tone: 'notice' }),
  failed: () => refusalNote('call_room_failed'),
  emptied: () => ({
    title: 'Ligação encerrada',
    text: 'A sala no Discord foi fechada.',
    tone: 'notice',
  }),
};
