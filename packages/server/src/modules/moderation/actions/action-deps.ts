import type { VerifiedAge } from '@guilda/contract/accounts/users';
import type { Enqueue } from '../../../platform/jobs/index.ts';
import type { Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { Realtime } from '../../../ports/realtime.ts';
import type { CatalogTasks } from '../../catalog/index.ts';
import type { TransitionDeps } from '../../orders/index.ts';
import type { SocialTasks } from '../../social/index.ts';
import type { UserRow } from '../../users/index.ts';
import type { ModerationMailTasks } from '../mail/tasks.ts';
import type { ActionSubject } from './action-subject.ts';
import type { ActionRefusal, ActionRequest } from './moderation-action.ts';
import type { ModerationActionTasks } from './tasks.ts';

/** Dependencies of moderation actions. */
export interface ActionDeps {
  /** Age in years that a person must prove when the team requires a proof of age. */
  readonly ageToProve: VerifiedAge;
  readonly ids: Ids;
  readonly realtime: Realtime;
  readonly enqueue: Enqueue<
    ModerationActionTasks & ModerationMailTasks & CatalogTasks & SocialTasks
  >;
  readonly orders: TransitionDeps;
}

/** A requested action with its subject, after all accounts involved were locked. */
export interface LockedAction {
  readonly request: ActionRequest;
  readonly subject: ActionSubject;
  /**
   * The account that the decision concerns; null when it is closed, which is possible because a review stays after its
   * author's account is closed.
   */
  readonly person: UserRow | null;
}

/** What an action has changed. */
export interface ActionResult {
  /** False when the subject was already in the requested state. */
  readonly changed: boolean;
  /** When the suspension ends; null or absent for other actions and for a permanent suspension. */
  readonly suspendedUntil?: Date | null;
  /** Emits realtime events; call it after the commit. */
  readonly afterCommit?: () => void;
}

export type ActionOutcome = Result<ActionResult, ActionRefusal>;
