import type { DeskCase, SubjectView } from '@guilda/contract/desk-case';
import type { Outcome } from '@guilda/contract/moderation';
import type { TeamAction } from '@guilda/contract/team-actions';

/** One thing a verdict can do, as its checkbox says it. */
export interface Offer {
  /** Of the checkbox: the act and what it is done to. */
  readonly key: string;
  readonly action: TeamAction;
  readonly on: 'subject' | 'person';
  readonly label: string;
  /** What it does, in plain words. */
  readonly hint: string;
}

const offer = (action: TeamAction, on: Offer['on'], label: string, hint: string): Offer => ({
  key: `${action}-${on}`,
  action,
  on,
  label,
  hint,
});

export const warn = offer(
  'warn',
  'person',
  'Avisar a pessoa',
  'Ela recebe o motivo e pode recorrer.',
);
export const suspend = offer(
  'suspend',
  'person',
  'Suspender a conta',
  'Sai de todos os aparelhos e não entra até acabar.',
);
const refund = offer(
  'refund',
  'subject',
  'Reembolsar o pedido',
  'O valor volta inteiro para quem comprou.',
);

export type Thing = Pick<SubjectView, 'kind' | 'photoURL' | 'adult' | 'hidden'>;

/** What can be done to the thing itself; kinds that are not here have nothing of the kind. */
export function onThing({ kind, photoURL, adult, hidden }: Thing): Offer[] {
  if (kind === 'order') return [];
  const offers: Offer[] = [];
  if (kind === 'user') {
    offers.push(offer('hide', 'subject', 'Esconder o perfil', 'Só a própria pessoa o vê.'));
  } else {
    const hint = hidden
      ? 'Já está escondido; o motivo passa a valer.'
      : 'Some para todo mundo, menos para quem fez.';
    offers.push(offer('hide', 'subject', 'Esconder', hint));
  }
  if ((kind === 'service' || kind === 'post') && !adult) {
    offers.push(offer('blur', 'subject', 'Desfocar', 'Fica só para quem verificou a idade.'));
  }
  if (photoURL && (kind === 'user' || kind === 'service' || kind === 'post')) {
    offers.push(
      offer(
        'ban_picture',
        'subject',
        'Não deixar a imagem voltar',
        'Some de onde está; ninguém a envia de novo.',
      ),
    );
  }
  return offers;
}

/** What a verdict of that outcome can do about a case, in the order in which it is offered. */
export function offersOf(
  { kind, subject, order, about }: Pick<DeskCase, 'kind' | 'subject' | 'order' | 'about'>,
  outcome: Outcome,
): Offer[] {
  if (outcome === 'upheld') {
    const things = subject ? onThing(subject) : [];
    const back = subject?.kind === 'order' ? [refund] : [];
    return [...things, ...back, ...(about ? [warn, suspend] : [])];
  }
  if (kind === 'support' && order) return [refund];
  return [];
}

/** The same for several at once, each about something else; who cannot be helped so is refused. */
export function bulkOffers(outcome: Outcome): Offer[] {
  if (outcome !== 'upheld') return [];
  const hide = offer('hide', 'subject', 'Esconder', 'Cada item some, menos para quem o fez.');
  const blur = offer('blur', 'subject', 'Desfocar', 'Só serviços e publicações.');
  return [hide, blur, warn, suspend];
}

/** Days of a suspension that are offered; null is for good. */
export const suspensions: readonly { readonly days: number | null; readonly label: string }[] = [
  { days: 1, label: 'por 1 dia' },
  { days: 3, label: 'por 3 dias' },
  { days: 7, label: 'por 7 dias' },
  { days: 30, label: 'por 30 dias' },
  { days: 90, label: 'por 90 dias' },
  { days: null, label: 'para sempre' },
];

/** Acts that ask once more before they are done. */
export function weighs({ action }: Pick<Offer, 'action'>): boolean {
  return action === 'suspend' || action === 'refund';
}

/** What such an act comes to, in words; days of a suspension, undefined for good. */
export function weightText({
  action,
  days,
}: Pick<Offer, 'action'> & { readonly days?: number | undefined }): string {
  if (action === 'refund') return 'O valor inteiro do pedido volta para quem comprou.';
  const span = suspensions.find((each) => each.days === (days ?? null))?.label ?? '';
  return `A conta fica suspensa ${span}: a pessoa sai de todos os aparelhos e seus serviços somem.`;
}
