import type { ErrorCode } from '@guilda/contract/errors';
import { errors } from '@guilda/contract/errors';
import type { CallToast } from './call-ports.ts';
import type { CallEnding } from './state/call-state.ts';

/** Creates an error toast with the title "Erro". */
export const errorToast = (text: string): CallToast => ({ title: 'Erro', text, tone: 'error' });

const missingDiscordCodes: ReadonlySet<ErrorCode> = new Set([
  'caller_without_discord',
  'callee_without_discord',
]);

export const refusalToast = (code: ErrorCode): CallToast => ({
  ...errorToast(errors[code].text),
  ...(missingDiscordCodes.has(code) && { solvedByDiscord: true as const }),
});

export const tooManyCallsToast: CallToast = {
  title: 'Limite de chamadas excedido',
  text: 'Aguarde alguns minutos antes de tentar novamente.',
  tone: 'error',
};

export const acceptFailedToast = errorToast('Ocorreu um erro ao aceitar a chamada.');

/** Toasts for a call that this person did not end themselves, by the way the call ended. */
export const endingToasts: Readonly<Record<CallEnding, (name: string) => CallToast>> = {
  declined: (name) => ({
    title: 'Ligação recusada',
    text: `${name} não pode atender agora.`,
    tone: 'notice',
  }),
  missed: (name) => ({ title: 'Sem resposta', text: `${name} não atendeu.`, tone: 'notice' }),
  failed: () => refusalToast('call_room_failed'),
  emptied: () => ({
    title: 'Ligação encerrada',
    text: 'A sala no Discord foi fechada.',
    tone: 'notice',
  }),
};
