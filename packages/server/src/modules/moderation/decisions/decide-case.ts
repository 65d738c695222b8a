import type { CaseDecisionInput } from '@guilda/contract/moderation/moderation-queue';
import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, fieldErr, ok, type Result } from '../../../platform/result.ts';
import { type LockedConfirmation, lockConfirmation } from '../../identity/index.ts';
import {
  deleteClosedAgeRequirement,
  giveSupporterBadge,
  isActiveAdmin,
  lockAccounts,
} from '../../users/index.ts';
import type { ActionRefusal, PerformAction } from '../actions/moderation-action.ts';
import { mayNeedConfirmation, needConfirmation } from '../actions/needs-confirmation.ts';
import { isOwnAppeal } from '../appeals/appeal-store.ts';
import { recordAuditEntry } from '../audit-log/audit-log-store.ts';
import { type CaseContext, peopleInvolvedIn, readCaseContext } from '../cases/case-context.ts';
import { closeCase } from '../cases/case-store.ts';
import type { CaseSubject } from '../cases/case-subject.ts';
import {
  hasOtherUnderageReport,
  isAgeRequiredByReportsOnly,
  listAutoHiddenToConfirm,
  listAutoHiddenToRestore,
} from '../reports/report-store.ts';
import { actionsOfDecision } from './actions-of-decision.ts';
import { liftDecision } from './decision-store.ts';
import { type NotifyDecisionDeps, notifyDecisionLifted } from './notify-decision.ts';
import { notifyOutcome } from './notify-outcome.ts';
import { outcomesByCaseKind } from './outcome-texts.ts';

export interface DecideDeps extends NotifyDecisionDeps {
  readonly database: Pick<Database, 'transaction'>;
  readonly performAction: PerformAction;
}

export type DecideCaseRefusal =
  | Exclude<ActionRefusal, 'not_found'>
  | 'case_not_found'
  | 'case_decided'
  | 'confirmation_required'
  | 'invalid_parameter';

/** Thrown to roll the transaction back, so that a refused decision changes nothing. */
class DecisionRefusedError extends Error {
  readonly code: DecideCaseRefusal;

  constructor(code: DecideCaseRefusal) {
    super(code);
    this.code = code;
  }
}

/**
 * Locks the confirmation of a decision that needs one in the decision's transaction; null when there is no valid
 * confirmation.
 */
export type LockDecisionConfirmation = (tx: Db) => Promise<LockedConfirmation | null>;

export interface DecideCaseRequest {
  readonly actor: Person;
  readonly id: string;
  readonly input: CaseDecisionInput;
  /** The actions of the decision that are not confirmed yet. */
  readonly actionsToConfirm: CaseDecisionInput['actions'];
  readonly lockDecisionConfirmation: LockDecisionConfirmation;
}

/** An administrator's request to decide one case or several. */
export interface CaseDecisionRequest {
  readonly input: CaseDecisionInput;
  /** The header `X-Confirmation`; empty when the request has none. */
  readonly confirmation: string;
}

/**
 * Whether a decision may change an account. Only such a decision locks accounts exclusively at the start; others may
 * refund an order, and a transaction that moves money must lock the order before it locks accounts exclusively.
 */
const concernsAccounts = ({ order }: CaseContext, { actions }: CaseDecisionInput): boolean =>
  order === null || actions.some(({ on }) => on === 'person');

/** Reads the case and locks all people whom it concerns, so that only one of several concurrent decisions succeeds. */
async function lockCase(tx: Db, { actor, id, input }: DecideCaseRequest): Promise<CaseContext> {
  const context = await readCaseContext(tx, id);
  if (!context) throw new DecisionRefusedError('case_not_found');
  const people = peopleInvolvedIn(context);
  if (people.includes(actor.uid)) throw new DecisionRefusedError('forbidden');
  if (!outcomesByCaseKind[context.case.kind].includes(input.outcome))
    throw new DecisionRefusedError('invalid_parameter');
  const changesAccounts = concernsAccounts(context, input);
  const lockedAccounts = await lockAccounts(tx, {
    actorId: actor.uid,
    people,
    changesAccounts,
  });
  if (!isActiveAdmin(lockedAccounts.get(actor.uid))) throw new DecisionRefusedError('forbidden');
  // The case may have been decided, or the appealed decision lifted, while this transaction waited for the locks.
  const currentContext = await readCaseContext(tx, id);
  if (currentContext?.case.status !== 'open') throw new DecisionRefusedError('case_decided');
  if (await isOwnAppeal(tx, currentContext, actor.uid)) throw new DecisionRefusedError('forbidden');
  return currentContext;
}

/**
 * Automatically hidden subjects that the outcome shows again or keeps hidden. A subject that the administrator restores
 * in the same decision is left out.
 */
async function findAutoHiddenSubjects(
  tx: Db,
  { case: row, subject }: CaseContext,
  { outcome, actions }: CaseDecisionInput,
): Promise<CaseSubject[]> {
  if (outcome === 'dismissed') return listAutoHiddenToRestore(tx, row);
  if (outcome !== 'upheld' || !row.minor) return [];
  const isRestored = actions.some(({ action, on }) => action === 'restore' && on === 'subject');
  const hiddenSubjects = await listAutoHiddenToConfirm(tx, row);
  return isRestored ? hiddenSubjects.filter(({ id }) => id !== subject?.id) : hiddenSubjects;
}

/**
 * The action that follows from deciding a report that somebody is under age; null for other reports:
 * - upheld: require a proof of age
 * - dismissed: end the requirement, unless the team required the proof or another such report about the person is open
 *
 * Null also when the administrator chose an action about the age requirement in the same decision.
 */
async function findAgeAction(
  tx: Db,
  { case: row }: CaseContext,
  { outcome, actions }: CaseDecisionInput,
): Promise<'require_age' | 'waive_age' | null> {
  if (!row.underage || row.reportedUserId === null) return null;
  if (actions.some(({ action }) => action === 'require_age' || action === 'waive_age')) return null;
  if (outcome === 'upheld') return 'require_age';
  if (await hasOtherUnderageReport(tx, row)) return null;
  return (await isAgeRequiredByReportsOnly(tx, row.reportedUserId)) ? 'waive_age' : null;
}

/** Performs the actions of the decision and returns the functions to run after the commit. */
async function performActions(
  { performAction }: DecideDeps,
  tx: Db,
  { actor, input }: DecideCaseRequest,
  context: CaseContext,
): Promise<(() => void)[]> {
  const autoHiddenSubjects = await findAutoHiddenSubjects(tx, context, input);
  const ageAction = await findAgeAction(tx, context, input);
  const { reportedUserId } = context.case;
  if (ageAction === 'waive_age' && reportedUserId !== null)
    await deleteClosedAgeRequirement(tx, reportedUserId);
  const actions = actionsOfDecision(actor, context, input, autoHiddenSubjects, ageAction);
  if (!actions.ok) throw new DecisionRefusedError(actions.code);
  const effects: (() => void)[] = [];
  for (const request of actions.value) {
    const actionResult = await performAction(tx, request);
    if (actionResult.ok) effects.push(actionResult.value);
    // An implied action is skipped when its subject no longer exists.
    else if (
      !request.isImplied ||
      (actionResult.code !== 'not_found' && actionResult.code !== 'action_impossible')
    )
      throw new DecisionRefusedError(
        actionResult.code === 'not_found' ? 'action_impossible' : actionResult.code,
      );
  }
  return effects;
}

/** Records the decision on the case and in the audit log, and records the notifications. */
async function recordOutcome(
  deps: DecideDeps,
  tx: Db,
  { actor, id, input: { outcome, reason } }: DecideCaseRequest,
  { case: { authorId }, decision }: CaseContext,
): Promise<void> {
  const closedCase = await closeCase(tx, id, { outcome, answer: reason, decidedBy: actor.uid });
  if (!closedCase) throw new DecisionRefusedError('case_decided');
  if (outcome === 'granted' && decision) {
    const liftedDecision = await liftDecision(tx, decision.id);
    if (liftedDecision) await notifyDecisionLifted(deps)(tx, [liftedDecision]);
  }
  if (outcome === 'useful' && authorId !== null) await giveSupporterBadge(tx, authorId);
  const subject = { kind: 'case', id } as const;
  await recordAuditEntry(deps)(tx, {
    actorId: actor.uid,
    action: outcome,
    subject,
    reason,
    caseId: id,
  });
  await notifyOutcome(deps, tx, closedCase, decision?.action ?? null);
}

/** Decides the case in one transaction; throws `DecisionRefusedError` to roll it back. */
async function decideInTransaction(
  deps: DecideDeps,
  tx: Db,
  request: DecideCaseRequest,
): Promise<(() => void)[]> {
  const { actionsToConfirm } = request;
  const lockedConfirmation = actionsToConfirm.some(({ action }) => mayNeedConfirmation(action))
    ? await request.lockDecisionConfirmation(tx)
    : null;
  const context = await lockCase(tx, request);
  const isNeeded = await needConfirmation(tx, actionsToConfirm, context.personId);
  const afterCommit = await performActions(deps, tx, request, context);
  if (isNeeded && !lockedConfirmation) throw new DecisionRefusedError('confirmation_required');
  await recordOutcome(deps, tx, request, context);
  if (isNeeded) await lockedConfirmation?.spend();
  return afterCommit;
}

/** Decides one case in a transaction of its own and emits the effects after the commit. */
export async function decideOneCase(
  deps: DecideDeps,
  request: DecideCaseRequest,
): Promise<Result<undefined, DecideCaseRefusal>> {
  try {
    const effects = await deps.database.transaction((tx) => decideInTransaction(deps, tx, request));
    for (const emit of effects) emit();
    return ok(undefined);
  } catch (error) {
    if (!(error instanceof DecisionRefusedError)) throw error;
    // The only parameter that this function checks itself is the outcome.
    return error.code === 'invalid_parameter' ? fieldErr(error.code, 'outcome') : err(error.code);
  }
}

/** Creates the function that locks the confirmation which the administrator sent with a request. */
export const lockConfirmationOf =
  (actor: Person, confirmation: string): LockDecisionConfirmation =>
  (tx) =>
    lockConfirmation(tx, { actor, purpose: 'admin_money', confirmation });

/**
 * Decides a case once, with all its actions in one transaction: one refused action refuses the whole decision
 * (`docs/product/moderation.md`). `case_decided` when the case was decided already. `forbidden` for people whom the
 * case concerns. In an appeal, `forbidden` also for the administrator who made the appealed decision, if another
 * administrator could decide. `invalid_parameter` for an outcome that this kind of case does not have.
 * `confirmation_required` for a refund or the suspension of an administrator without a confirmation for `admin_money`.
 */
export const decideCase =
  (deps: DecideDeps) =>
  (
    actor: Person,
    id: string,
    { input, confirmation }: CaseDecisionRequest,
  ): Promise<Result<undefined, DecideCaseRefusal>> => {
    const actionsToConfirm = input.actions;
    const lockDecisionConfirmation = lockConfirmationOf(actor, confirmation);
    return decideOneCase(deps, { actor, id, input, actionsToConfirm, lockDecisionConfirmation });
  };
