import type { SubjectView, TeamPerson } from '@guilda/contract/desk-case';
import type { SubjectKind } from '@guilda/contract/moderation';
import type { TeamAction } from '@guilda/contract/team-actions';
import { type Offer, onThing, suspend, warn } from './offers.ts';

/** One thing the team can do outside any case. */
export interface Deed extends Offer {
  /** What the team reads once it is done. */
  readonly told: string;
  /** It takes something from somebody. */
  readonly harsh: boolean;
}

const told: Readonly<Record<TeamAction, string>> = {
  hide: 'Foi escondido',
  restore: 'Está visível de novo',
  blur: 'Só quem verificou a idade vê',
  unblur: 'Saiu a marca +18',
  warn: 'Aviso enviado',
  suspend: 'A conta está suspensa',
  lift: 'A conta voltou a valer',
  refund: 'O valor volta para quem comprou',
  ban_picture: 'A imagem não volta mais',
};

const toDeed = (offer: Offer): Deed => ({
  ...offer,
  told: told[offer.action],
  harsh: offer.action === 'hide' || offer.action === 'suspend' || offer.action === 'ban_picture',
});

const back = (action: TeamAction, on: Offer['on'], label: string, hint: string): Deed =>
  toDeed({ key: `${action}-${on}`, action, on, label, hint });

/** Hides what stands in front of the team, whatever it is. */
export const hide = back(
  'hide',
  'subject',
  'Esconder',
  'Some para todo mundo, menos para quem fez.',
);
export const restore = back('restore', 'subject', 'Mostrar de novo', 'Volta para todo mundo.');
export const lift = back('lift', 'person', 'Tirar a suspensão', 'A conta volta a valer agora.');
const unblur = back('unblur', 'subject', 'Tirar a marca +18', 'Volta para todas as idades.');

/** What can be done with something as it stands now, and with whose it is; the lightest last. */
export function deedsOf({
  subject,
  person,
}: {
  readonly subject: SubjectView;
  readonly person: TeamPerson | null;
}): Deed[] {
  const { kind, hidden, adult } = subject;
  const things = onThing(subject)
    .filter(({ action }) => action !== 'hide' || hidden === null)
    .map(toDeed);
  const backs = [
    ...(hidden ? [restore] : []),
    ...(adult && (kind === 'service' || kind === 'post') ? [unblur] : []),
  ];
  if (person === null) return [...backs, ...things];
  return [...backs, ...things, toDeed(warn), person.suspension ? lift : toDeed(suspend)];
}

/** What such a deed is done to: the thing itself, or whose it is. */
export function subjectOf(
  { on }: Pick<Deed, 'on'>,
  { subject, person }: { readonly subject: SubjectView; readonly person: TeamPerson | null },
): { kind: SubjectKind; id: string } {
  if (on === 'person' && person) return { kind: 'user', id: person.uid };
  return { kind: subject.kind, id: subject.id };
}
