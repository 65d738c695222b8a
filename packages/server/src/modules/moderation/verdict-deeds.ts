import type { Verdict } from '@guilda/contract/desk';
import type { DecisionAction } from '@guilda/contract/moderation';
import type { TeamAction } from '@guilda/contract/team-actions';
import type { Person } from '../../platform/actor.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { CaseContext } from './case-context.ts';
import type { Deed } from './enforce.ts';
import type { Subject } from './subject.ts';

/** What a verdict does, in its order. */
export interface VerdictDeed {
  readonly deed: Deed;
  /** It follows from the outcome by itself: where there is nothing left to do it to, it is left out. */
  readonly implied: boolean;
}

/** By what a decision is undone; a warning and money that went back by nothing. */
const undoneBy: Partial<Readonly<Record<DecisionAction, TeamAction>>> = {
  hide: 'restore',
  blur: 'unblur',
  suspend: 'lift',
};

/**
 * The deeds of a verdict: what was hidden at once is shown again when a report is dismissed and stays
 * hidden for the verdict's reason when it is upheld, what was decided is undone when an appeal is
 * granted, unless another decision has taken its place; then what the team has chosen.
 * `action_impossible` where the case has nothing, or nobody, to do that to.
 * @param held what waits hidden because of the case
 */
export function verdictDeeds(
  actor: Person,
  { case: { id: caseId }, decision, subject, person }: CaseContext,
  { outcome, reason, actions }: Verdict,
  held: readonly Subject[],
): Result<VerdictDeed[], 'action_impossible'> {
  const base = { actor, reason, caseId, days: null };
  const deeds: VerdictDeed[] = [];
  const settle = outcome === 'dismissed' ? 'restore' : 'hide';
  for (const each of held)
    deeds.push({ deed: { ...base, action: settle, subject: each }, implied: true });
  const stands = outcome === 'granted' && decision?.liftedAt === null;
  const undo = stands ? undoneBy[decision.action] : undefined;
  if (undo && subject) deeds.push({ deed: { ...base, action: undo, subject }, implied: true });
  for (const { action, on, days = null } of actions) {
    const target = on === 'subject' ? subject : person && { kind: 'user' as const, id: person };
    if (!target) return err('action_impossible');
    deeds.push({ deed: { ...base, action, subject: target, days }, implied: false });
  }
  return ok(deeds);
}
