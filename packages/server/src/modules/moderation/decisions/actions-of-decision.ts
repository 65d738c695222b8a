import type { DecisionAction } from '@guilda/contract/moderation/moderation';
import type { ModerationAction } from '@guilda/contract/moderation/moderation-actions';
import type { CaseDecisionInput } from '@guilda/contract/moderation/moderation-queue';
import type { Person } from '../../../platform/actor.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { ActionRequest } from '../actions/moderation-action.ts';
import type { CaseContext } from '../cases/case-context.ts';
import type { CaseSubject } from '../cases/case-subject.ts';

/** For each action of a decision, the action that reverses it. Warnings and refunds cannot be reversed. */
const reversingActionOf: Partial<Readonly<Record<DecisionAction, ModerationAction>>> = {
  hide: 'restore',
  blur: 'unblur',
  suspend: 'lift',
  require_age: 'waive_age',
};

/**
 * All actions of a decision, in the order in which they are performed. The first ones follow from the outcome: a
 * dismissed report shows automatically hidden subjects again, an upheld report keeps them hidden with the reason of the
 * decision; a report that somebody is under age begins or ends the age requirement (`ageAction`); a granted appeal
 * reverses the appealed decision unless a newer one replaced it. Then come the actions that the administrator chose.
 * `action_impossible` when the case does not have the subject or person that a chosen action needs.
 * @param autoHiddenSubjects subjects that were hidden automatically because of the case
 * @param ageAction action that begins or ends the reported person's age requirement; null for no such action
 */
export function actionsOfDecision(
  actor: Person,
  { case: { id: caseId }, decision, subject, personId }: CaseContext,
  { outcome, reason, actions }: CaseDecisionInput,
  autoHiddenSubjects: readonly CaseSubject[],
  ageAction: 'require_age' | 'waive_age' | null = null,
): Result<ActionRequest[], 'action_impossible'> {
  const baseRequest = { actor, reason, caseId, days: null };
  const impliedRequest = { ...baseRequest, isImplied: true };
  const requests: ActionRequest[] = [];
  const impliedAction = outcome === 'dismissed' ? 'restore' : 'hide';
  for (const hiddenSubject of autoHiddenSubjects)
    requests.push({ ...impliedRequest, action: impliedAction, subject: hiddenSubject });
  if (ageAction && personId)
    requests.push({
      ...impliedRequest,
      action: ageAction,
      subject: { kind: 'user', id: personId },
    });
  const isReversible = outcome === 'granted' && decision?.liftedAt === null;
  const reversal = isReversible ? reversingActionOf[decision.action] : undefined;
  if (reversal && subject) requests.push({ ...impliedRequest, action: reversal, subject });
  for (const { action, on, days = null } of actions) {
    const target = on === 'subject' ? subject : personId && { kind: 'user' as const, id: personId };
    if (!target) return err('action_impossible');
    requests.push({ ...baseRequest, action, subject: target, days });
  }
  return ok(requests);
}
