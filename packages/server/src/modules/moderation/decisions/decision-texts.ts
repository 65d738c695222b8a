import type { DecisionAction, SubjectKind } from '@guilda/contract/moderation/moderation';
import type { DecisionRow } from './decisions-table.ts';
import { REFUND_STAYS_TEXT } from './outcome-texts.ts';

type DecisionText = Pick<DecisionRow, 'action' | 'subjectKind' | 'until'>;

const ownSubjectNames: Readonly<Record<SubjectKind, string>> = {
  user: 'seu perfil',
  service: 'seu serviço',
  post: 'sua publicação',
  comment: 'seu comentário',
  review: 'sua avaliação',
  order: 'seu pedido',
};

/** Formats a date in pt-BR, in São Paulo's time zone. */
const dateText = (at: Date) =>
  new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' }).format(at);

/** pt-BR sentence that tells the person concerned what was decided. */
export function decisionSentence({ action, subjectKind, until }: DecisionText): string {
  const subject = ownSubjectNames[subjectKind];
  const sentences: Readonly<Record<DecisionAction, string>> = {
    hide: `A equipe da Guilda ocultou ${subject}.`,
    blur: `A equipe da Guilda marcou ${subject} como conteúdo para maiores de 18 anos.`,
    warn: 'Você recebeu uma advertência da equipe da Guilda.',
    suspend: until
      ? `Sua conta foi suspensa até ${dateText(until)}.`
      : 'Sua conta foi suspensa por tempo indeterminado.',
    require_age: 'Confirme sua idade: até lá, publicar, comprar, vender e sacar ficam em pausa.',
    refund: 'A equipe da Guilda reembolsou um pedido que você vendeu.',
  };
  return sentences[action];
}

/** pt-BR sentence that tells the person concerned that a decision was lifted or has ended. */
export function liftedSentence({ action, subjectKind }: DecisionText): string {
  const subject = ownSubjectNames[subjectKind];
  const sentences: Readonly<Record<DecisionAction, string>> = {
    hide: `A equipe da Guilda voltou a mostrar ${subject}.`,
    blur: `A equipe da Guilda abriu ${subject} para todas as idades de novo.`,
    warn: 'A equipe da Guilda retirou a sua advertência.',
    suspend: 'Sua conta não está mais suspensa. Boas-vindas de volta!',
    require_age: 'Sua idade está confirmada: você pode publicar, comprar, vender e sacar de novo.',
    refund: `A equipe da Guilda reviu o reembolso de um pedido que você vendeu. ${REFUND_STAYS_TEXT}`,
  };
  return sentences[action];
}

/** pt-BR subject line of the mail about a decision. It does not contain the reason. */
export function decisionHeading({ action, subjectKind }: DecisionText): string {
  const subject = ownSubjectNames[subjectKind];
  const headings: Readonly<Record<DecisionAction, string>> = {
    hide: `Ocultamos ${subject}`,
    blur: `Marcamos ${subject} como +18`,
    warn: 'Você recebeu uma advertência',
    suspend: 'Sua conta foi suspensa',
    require_age: 'Confirme sua idade',
    refund: 'Reembolsamos um pedido seu',
  };
  return headings[action];
}
