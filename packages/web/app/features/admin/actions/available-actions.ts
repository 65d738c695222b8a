import { ageToProve } from '@guilda/contract/limits';
import type { Outcome } from '@guilda/contract/moderation/moderation';
import type { ModerationAction } from '@guilda/contract/moderation/moderation-actions';
import type {
  ModeratedPerson,
  ModerationCase,
  SubjectView,
} from '@guilda/contract/moderation/moderation-case';

/** A moderation action that a decision can include, with the text of its checkbox. */
export interface AvailableAction {
  /** Key that identifies the action in a list of actions, for example `warn-person`. */
  readonly key: string;
  readonly action: ModerationAction;
  /** Whether the action applies to the subject itself or to the person who owns it. */
  readonly appliesTo: 'subject' | 'person';
  readonly label: string;
  /** Explains to administrators what the action does. */
  readonly hint: string;
}

const createAvailableAction = (
  action: ModerationAction,
  appliesTo: AvailableAction['appliesTo'],
  label: string,
  hint: string,
): AvailableAction => ({
  key: `${action}-${appliesTo}`,
  action,
  appliesTo,
  label,
  hint,
});

export const warnAction = createAvailableAction(
  'warn',
  'person',
  'Dar advertência',
  'A pessoa recebe o motivo e pode recorrer.',
);
export const suspendAction = createAvailableAction(
  'suspend',
  'person',
  'Suspender a conta',
  'Até acabar, some e não usa a Guilda.',
);
const requireAgeAction = createAvailableAction(
  'require_age',
  'person',
  'Pedir a confirmação da idade',
  'Até lá, a pessoa não publica, compra, vende nem saca.',
);
const waiveAgeAction = createAvailableAction(
  'waive_age',
  'person',
  'Aceitar a idade',
  'A pessoa volta a publicar, comprar, vender e sacar; denúncias não pausam a conta de novo.',
);

/**
 * The action about a person's age: waiving an existing age requirement, otherwise setting one. Empty for a person who
 * has already proven the required age.
 * @param accountAge the minimum age in years to use an account; null when no minimum is set
 */
export function ageActionsFor(
  { ageRequired, verifiedAge }: Pick<ModeratedPerson, 'ageRequired' | 'verifiedAge'>,
  accountAge: number | null,
): AvailableAction[] {
  if (ageRequired) return [waiveAgeAction];
  return (verifiedAge ?? 0) >= ageToProve(accountAge) ? [] : [requireAgeAction];
}

const refundAction = createAvailableAction(
  'refund',
  'subject',
  'Reembolsar o pedido',
  'O valor volta inteiro para quem comprou.',
);

export type ActionSubject = Pick<SubjectView, 'kind' | 'photoURL' | 'adult' | 'hidden'>;

const banPictureAction = createAvailableAction(
  'ban_picture',
  'subject',
  'Não deixar a imagem voltar',
  'Some de onde está; ninguém a envia de novo.',
);

/**
 * What hiding a subject does. Authors still see their post and sellers their service; a pack that was paid for is closed
 * to its buyers too.
 */
export function hideHintFor(kind: SubjectView['kind']): string {
  if (kind !== 'service' && kind !== 'post')
    return 'Some para todo mundo; quem fez recebe o motivo.';
  const hint = 'Some para os outros; quem fez ainda vê e recebe o motivo.';
  return kind === 'service' ? `${hint} Quem pagou por um pacote não abre mais os arquivos.` : hint;
}

/** Actions on the subject itself, not on its owner, in display order; money is left out. */
export function actionsOnSubject({
  kind,
  photoURL,
  adult,
  hidden,
}: ActionSubject): AvailableAction[] {
  if (kind === 'order') return photoURL ? [banPictureAction] : [];
  const availableActions: AvailableAction[] = [];
  if (kind === 'user') {
    availableActions.push(
      createAvailableAction('hide', 'subject', 'Esconder o perfil', 'Só a própria pessoa o vê.'),
    );
  } else {
    const hint = hidden ? 'Já está escondido; o motivo passa a valer.' : hideHintFor(kind);
    availableActions.push(createAvailableAction('hide', 'subject', 'Esconder', hint));
  }
  if ((kind === 'service' || kind === 'post') && !adult) {
    availableActions.push(
      createAvailableAction('blur', 'subject', 'Desfocar', 'Fica só para quem verificou a idade.'),
    );
  }
  if (photoURL && (kind === 'user' || kind === 'service' || kind === 'post')) {
    availableActions.push(banPictureAction);
  }
  return availableActions;
}

const personActionsFor = (
  about: ModeratedPerson | null,
  accountAge: number | null,
): AvailableAction[] =>
  about ? [warnAction, ...ageActionsFor(about, accountAge), suspendAction] : [];

/** The states of an order in which the team can refund it. */
const refundableStatuses: ReadonlySet<string> = new Set(['awaiting_start', 'in_progress']);

/** Actions that a decision with this outcome can include, in display order. */
export function availableActionsFor(
  { kind, subject, order, about }: Pick<ModerationCase, 'kind' | 'subject' | 'order' | 'about'>,
  outcome: Outcome,
  accountAge: number | null,
): AvailableAction[] {
  const subjectActions = subject ? actionsOnSubject(subject) : [];
  if (outcome === 'upheld') return [...subjectActions, ...personActionsFor(about, accountAge)];
  if (kind !== 'support' || !order) return [];
  const canBeRefunded = refundableStatuses.has(order.serviceStatus);
  return canBeRefunded ? [refundAction, ...subjectActions] : subjectActions;
}

/**
 * Actions that a decision about several cases can include. The server refuses each case to which a chosen action does
 * not apply.
 */
export function bulkActions(outcome: Outcome): AvailableAction[] {
  if (outcome !== 'upheld') return [];
  const hideAction = createAvailableAction(
    'hide',
    'subject',
    'Esconder',
    'Cada item some; quem o fez recebe o motivo.',
  );
  const blurAction = createAvailableAction(
    'blur',
    'subject',
    'Desfocar',
    'Só serviços e publicações.',
  );
  return [hideAction, blurAction, warnAction, suspendAction];
}

/** Durations of a suspension to choose from, in days; null for a permanent suspension. */
export const suspensionPeriods: readonly {
  readonly days: number | null;
  readonly label: string;
}[] = [
  { days: 1, label: 'por 1 dia' },
  { days: 3, label: 'por 3 dias' },
  { days: 7, label: 'por 7 dias' },
  { days: 30, label: 'por 30 dias' },
  { days: 90, label: 'por 90 dias' },
  { days: null, label: 'para sempre' },
];

/** Whether a dialog asks the administrator to confirm the action before it is sent. */
export function needsConfirmation({ action }: Pick<AvailableAction, 'action'>): boolean {
  return action === 'suspend' || action === 'refund';
}

/**
 * Text of the dialog that asks to confirm an action. `days` is the duration of a suspension; undefined for a permanent
 * one.
 */
export function actionQuestion({
  action,
  days,
}: Pick<AvailableAction, 'action'> & { readonly days?: number | undefined }): string {
  if (action === 'refund') return 'O valor inteiro do pedido volta para quem comprou.';
  const durationLabel = suspensionPeriods.find((each) => each.days === (days ?? null))?.label ?? '';
  const consequences = `A conta fica suspensa ${durationLabel}: a pessoa não usa a Guilda, seus serviços somem e pedidos não pagos são cancelados.`;
  return days === undefined
    ? `${consequences} Vendas pagas que não começaram são reembolsadas.`
    : consequences;
}
