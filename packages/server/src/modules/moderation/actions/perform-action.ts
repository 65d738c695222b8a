import { type DecisionAction, decisionActions } from '@guilda/contract/moderation/moderation';
import type { ModerationAction } from '@guilda/contract/moderation/moderation-actions';
import type { Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { isActiveAdmin, lockAccounts } from '../../users/index.ts';
import { recordAuditEntry } from '../audit-log/audit-log-store.ts';
import { insertDecision, liftDecisions } from '../decisions/decision-store.ts';
import { notifyDecision, notifyDecisionLifted } from '../decisions/notify-decision.ts';
import type { ActionDeps, LockedAction } from './action-deps.ts';
import { type ActionSubject, isActionAvailable } from './action-subject.ts';
import { findActionSubject, lockSubject } from './action-subject-store.ts';
import { executeAction } from './execute-action.ts';
import type { ActionRefusal, ActionRequest, PerformAction } from './moderation-action.ts';

const doNothing = () => undefined;

/** For each action that reverses an earlier decision, the action of that decision. */
const reversedDecisionOf: Partial<Readonly<Record<ModerationAction, DecisionAction>>> = {
  restore: 'hide',
  unblur: 'blur',
  lift: 'suspend',
  waive_age: 'require_age',
};

/** Actions whose new decision replaces an earlier decision with the same action about the subject. */
const actionsReplacingDecisions: ReadonlySet<ModerationAction> = new Set([
  'hide',
  'blur',
  'suspend',
]);

const isDecision = (action: ModerationAction): action is DecisionAction =>
  decisionActions.some((decisionAction) => decisionAction === action);

/**
 * Locks all accounts involved and then the subject. Refused when the actor is involved or is not an active
 * administrator any more.
 */
async function lockAction(
  tx: Db,
  request: ActionRequest,
  subject: ActionSubject,
): Promise<Result<LockedAction, ActionRefusal>> {
  const { actor } = request;
  const { involvedUids, kind, personId } = subject;
  if (actor && involvedUids.includes(actor.uid)) return err('forbidden');
  const isAccount = kind === 'user';
  const lockedAccounts = await lockAccounts(tx, {
    actorId: actor?.uid ?? null,
    people: involvedUids,
    changesAccounts: isAccount,
  });
  const person = lockedAccounts.get(personId);
  const openAccount = person?.deletedAt === null ? person : null;
  // The account was closed while this transaction waited for the lock.
  if (isAccount && !openAccount) return err('not_found');
  if (actor && !isActiveAdmin(lockedAccounts.get(actor.uid))) return err('forbidden');
  await lockSubject(tx, subject);
  return ok({ request, subject, person: openAccount });
}

/** Records the decision and notifies the person whom it concerns. Does nothing when that account is closed. */
async function recordDecision(
  deps: ActionDeps,
  tx: Db,
  { request: { reason, caseId }, subject, person }: LockedAction,
  action: DecisionAction,
  suspendedUntil: Date | null,
): Promise<void> {
  if (!person) return;
  const { kind, id, personId, excerpt } = subject;
  const newDecision = {
    personId,
    caseId,
    action,
    subject: { kind, id },
    excerpt,
    reason,
    until: suspendedUntil,
  };
  await notifyDecision(deps)(tx, await insertDecision(tx, deps.ids, newDecision));
}

/** Writes the audit log entry and the decision for an action that changed something. */
async function recordOutcome(
  deps: ActionDeps,
  tx: Db,
  lockedAction: LockedAction,
  suspendedUntil: Date | null,
): Promise<void> {
  const { action, actor, reason, caseId } = lockedAction.request;
  const { kind, id } = lockedAction.subject;
  const auditEntry = { action, actorId: actor?.uid ?? null, subject: { kind, id }, reason, caseId };
  await recordAuditEntry(deps)(tx, auditEntry);
  const reversedAction = reversedDecisionOf[action];
  if (reversedAction) {
    const liftedDecisions = await liftDecisions(tx, { subjectId: id, actions: [reversedAction] });
    await notifyDecisionLifted(deps)(tx, liftedDecisions);
  }
  if (!isDecision(action)) return;
  if (actionsReplacingDecisions.has(action))
    await liftDecisions(tx, { subjectId: id, actions: [action] });
  await recordDecision(deps, tx, lockedAction, action, suspendedUntil);
}

/**
 * The only way in which a moderation action is performed (`docs/product/moderation.md`). Accounts are locked first, in
 * the order of uids, and then the subject. A repeated action changes nothing and writes nothing. The same action with
 * another reason or duration is a new decision, which replaces the last one.
 */
export const performAction =
  (deps: ActionDeps): PerformAction =>
  async (tx, request) => {
    // A hidden service that its seller has deleted can be restored, so that its buyers can use what they bought again.
    const subject = await findActionSubject(tx, request.subject, request.action === 'restore');
    if (!subject) return err('not_found');
    if (!isActionAvailable(subject, request.action)) return err('action_impossible');
    const lockResult = await lockAction(tx, request, subject);
    if (!lockResult.ok) return lockResult;
    const executeResult = await executeAction(deps, tx, lockResult.value);
    if (!executeResult.ok) return executeResult;
    const { changed, suspendedUntil = null, afterCommit = doNothing } = executeResult.value;
    if (changed) await recordOutcome(deps, tx, lockResult.value, suspendedUntil);
    return ok(afterCommit);
  };
