import type { SubjectKind } from '@guilda/contract/moderation/moderation';
import type { ModerationAction } from '@guilda/contract/moderation/moderation-actions';
import type { ModeratedPerson, SubjectView } from '@guilda/contract/moderation/moderation-case';
import {
  type AvailableAction,
  actionsOnSubject,
  ageActionsFor,
  suspendAction,
  warnAction,
} from './available-actions.ts';

/** A moderation action that the team can perform without a case. */
export interface DirectAction extends AvailableAction {
  /** Text of the toast that confirms the action. */
  readonly doneText: string;
  /** Whether the action restricts a person or their content; its button is red then. */
  readonly isRestrictive: boolean;
}

const doneTexts: Readonly<Record<ModerationAction, string>> = {
  hide: 'Foi escondido',
  restore: 'Está visível de novo',
  blur: 'Só quem verificou a idade vê',
  unblur: 'Saiu a marca +18',
  warn: 'Advertência enviada',
  suspend: 'A conta está suspensa',
  lift: 'A conta voltou a valer',
  require_age: 'A pessoa precisa confirmar a idade',
  waive_age: 'A pessoa pode publicar, comprar, vender e sacar de novo',
  refund: 'O valor volta para quem comprou',
  ban_picture: 'A imagem não volta mais',
};

const toDirectAction = (availableAction: AvailableAction): DirectAction => ({
  ...availableAction,
  doneText: doneTexts[availableAction.action],
  isRestrictive:
    availableAction.action === 'hide' ||
    availableAction.action === 'suspend' ||
    availableAction.action === 'ban_picture',
});

const createDirectAction = (
  action: ModerationAction,
  appliesTo: AvailableAction['appliesTo'],
  label: string,
  hint: string,
): DirectAction =>
  toDirectAction({ key: `${action}-${appliesTo}`, action, appliesTo, label, hint });

/** The action that hides the subject, for subjects of every kind. */
export const hideAction = createDirectAction(
  'hide',
  'subject',
  'Esconder',
  'Some para os outros; quem fez recebe o motivo.',
);
export const restoreAction = createDirectAction(
  'restore',
  'subject',
  'Mostrar de novo',
  'Volta para todo mundo.',
);
export const liftAction = createDirectAction(
  'lift',
  'person',
  'Tirar a suspensão',
  'A conta volta a valer agora.',
);
const unblurAction = createDirectAction(
  'unblur',
  'subject',
  'Tirar a marca +18',
  'Volta para todas as idades.',
);

/**
 * Actions that apply to the current state of a subject and of its owner: first those that undo a restriction of the
 * subject, then those that restrict the subject, then those about the owner.
 */
export function directActionsFor(
  { subject, person }: { readonly subject: SubjectView; readonly person: ModeratedPerson | null },
  accountAge: number | null,
): DirectAction[] {
  const { kind, hidden, adult } = subject;
  const subjectActions = actionsOnSubject(subject)
    .filter(({ action }) => action !== 'hide' || hidden === null)
    .map(toDirectAction);
  const undoActions = [
    ...(hidden ? [restoreAction] : []),
    ...(adult && (kind === 'service' || kind === 'post') ? [unblurAction] : []),
  ];
  if (person === null) return [...undoActions, ...subjectActions];
  return [
    ...undoActions,
    ...subjectActions,
    toDirectAction(warnAction),
    ...ageActionsFor(person, accountAge).map(toDirectAction),
    person.suspension ? liftAction : toDirectAction(suspendAction),
  ];
}

/** The subject that the action is applied to: the item itself, or the item's owner. */
export function actionSubjectOf(
  { appliesTo }: Pick<DirectAction, 'appliesTo'>,
  { subject, person }: { readonly subject: SubjectView; readonly person: ModeratedPerson | null },
): { kind: SubjectKind; id: string } {
  if (appliesTo === 'person' && person) return { kind: 'user', id: person.uid };
  return { kind: subject.kind, id: subject.id };
}
