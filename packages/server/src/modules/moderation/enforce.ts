import type { SubjectKind } from '@guilda/contract/moderation';
import type { TeamAction } from '@guilda/contract/team-actions';
import type { Person } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/pool.ts';
import type { Result } from '../../platform/result.ts';

/** Something the team does, with everything that is known of it. */
export interface Deed {
  /** Null where the product does it by itself. */
  readonly actor: Person | null;
  readonly action: TeamAction;
  readonly subject: { readonly kind: SubjectKind; readonly id: string };
  /** What the person concerned reads. */
  readonly reason: string;
  /** Of `suspend`: whole days; null for good. */
  readonly days: number | null;
  /** The case it is done in. */
  readonly caseId: string | null;
}

/**
 * `not_found`: no such subject. `forbidden`: it is the actor, or something of theirs. `last_admin`:
 * nobody would be left to administrate. `action_impossible`: the action is none of such a subject's.
 */
export type DeedRefusal =
  | 'not_found'
  | 'forbidden'
  | 'last_admin'
  | 'action_impossible'
  | 'order_wrong_status'
  | 'payment_processed';

/**
 * Does it in the caller's transaction: state, decision, log and notification as one (`product §9`).
 * What is so already changes nothing and succeeds. Answers what is to be told once it is committed.
 */
export type Enforce = (tx: Db, deed: Deed) => Promise<Result<() => void, DeedRefusal>>;
