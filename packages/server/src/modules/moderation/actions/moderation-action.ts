import type { SubjectKind } from '@guilda/contract/moderation';
import type { ModerationAction } from '@guilda/contract/moderation-actions';
import type { Person } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/pool.ts';
import type { Result } from '../../../platform/result.ts';

/** A moderation action that is to be performed. */
export interface ActionRequest {
  /** Null where the product acts automatically. */
  readonly actor: Person | null;
  readonly action: ModerationAction;
  readonly subject: { readonly kind: SubjectKind; readonly id: string };
  /** Shown to the person concerned. */
  readonly reason: string;
  /** Duration of `suspend` in whole days; null for no end. */
  readonly days: number | null;
  /** The case in which it was decided; null outside any. */
  readonly caseId: string | null;
}

/**
 * `not_found`: no such subject. `forbidden`: the actor is involved. `last_admin`: no administrator would
 * be left. `action_impossible`: the action does not exist for this kind of subject.
 */
export type ActionRefusal =
  | 'not_found'
  | 'forbidden'
  | 'last_admin'
  | 'action_impossible'
  | 'order_wrong_status'
  | 'payment_processed';

/**
 * Performs an action in the caller's transaction: state, decision, audit log and notification together.
 * Repeating it succeeds and changes nothing. Returns the effects to run after the commit.
 */
export type PerformAction = (
  tx: Db,
  request: ActionRequest,
) => Promise<Result<() => void, ActionRefusal>>;
