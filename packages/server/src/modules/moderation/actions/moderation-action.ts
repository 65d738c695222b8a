import type { SubjectKind } from '@guilda/contract/moderation/moderation';
import type { ModerationAction } from '@guilda/contract/moderation/moderation-actions';
import type { Person } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/pool.ts';
import type { Result } from '../../../platform/result.ts';

/** A request for a moderation action. */
export interface ActionRequest {
  /** The administrator who acts; null when Guilda acts automatically. */
  readonly actor: Person | null;
  readonly action: ModerationAction;
  readonly subject: { readonly kind: SubjectKind; readonly id: string };
  /** Reason, shown to the person whom the action concerns. */
  readonly reason: string;
  /** Duration of a `suspend` action in whole days; null for a permanent suspension. */
  readonly days: number | null;
  /** The case in which the action was decided; null outside a case. */
  readonly caseId: string | null;
  /**
   * Whether the action follows from the outcome of a case and was not chosen by the administrator. Such a `restore`
   * lifts no ban of a picture, because nobody decided about the picture.
   */
  readonly isImplied?: boolean;
}

/**
 * `not_found`: the subject does not exist. `forbidden`: the actor is involved in the subject or is no administrator any
 * more. `last_admin`: no administrator would be left. `action_impossible`: the action does not exist for this kind of
 * subject, or cannot be applied to this one.
 */
export type ActionRefusal =
  | 'not_found'
  | 'forbidden'
  | 'last_admin'
  | 'action_impossible'
  | 'order_wrong_status'
  | 'payment_processed'
  | 'dispute_open';

/**
 * Performs an action in the caller's transaction: changes the state and writes decision, audit log entry and
 * notification. A repeated action succeeds and changes nothing. Returns a function to run after the commit.
 */
export type PerformAction = (
  tx: Db,
  request: ActionRequest,
) => Promise<Result<() => void, ActionRefusal>>;
