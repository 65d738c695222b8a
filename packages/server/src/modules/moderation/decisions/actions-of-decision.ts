import type { DecisionAction } from '@guilda/contract/moderation';
import type { ModerationAction } from '@guilda/contract/moderation-actions';
import type { CaseDecisionInput } from '@guilda/contract/moderation-queue';
import type { Person } from '../../../platform/actor.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { ActionRequest } from '../actions/moderation-action.ts';
import type { CaseContext } from '../cases/case-context.ts';
import type { CaseSubject } from '../cases/case-subject.ts';

/** One action that follows from deciding a case. */
export interface DecidedAction {
  readonly request: ActionRequest;
  /** Follows from the outcome itself: skipped where its subject is gone. */
  readonly implied: boolean;
}

/** The action that reverses a decision; warnings and refunds cannot be reversed. */
const reversingActionOf: Partial<Readonly<Record<DecisionAction, ModerationAction>>> = {
  hide: 'restore',
  blur: 'unblur',
  suspend: 'lift',
};

/**
 * All actions of a decision, in the order in which they are performed. First those that follow from the
 * outcome: a dismissed report shows again what was hidden automatically, an upheld one keeps it hidden
 * with the reason of the decision, and a granted appeal reverses the decision unless a newer one has
 * replaced it. Then those that the administrator chose. `action_impossible` where the case has no such
 * subject or person.
 * @param autoHidden subjects that were hidden automatically because of the case
 */
export function actionsOfDecision(
  actor: Person,
  { case: { id: caseId }, decision, subject, person }: CaseContext,
  { outcome, reason, actions }: CaseDecisionInput,
  autoHidden: readonly CaseSubject[],
): Result<DecidedAction[], 'action_impossible'> {
  const base = { actor, reason, caseId, days: null };
  const decided: DecidedAction[] = [];
  const settle = outcome === 'dismissed' ? 'restore' : 'hide';
  for (const each of autoHidden)
    decided.push({ request: { ...base, action: settle, subject: each }, implied: true });
  const reversible = outcome === 'granted' && decision?.liftedAt === null;
  const reversal = reversible ? reversingActionOf[decision.action] : undefined;
  if (reversal && subject)
    decided.push({ request: { ...base, action: reversal, subject }, implied: true });
  for (const { action, on, days = null } of actions) {
    const target = on === 'subject' ? subject : person && { kind: 'user' as const, id: person };
    if (!target) return err('action_impossible');
    decided.push({ request: { ...base, action, subject: target, days }, implied: false });
  }
  return ok(decided);
}
