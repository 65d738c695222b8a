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

/** What performing a moderation action needs. */
export interface ActionDeps {
  readonly ids: Ids;
  readonly realtime: Realtime;
  readonly enqueue: Enqueue<
    ModerationActionTasks & ModerationMailTasks & CatalogTasks & SocialTasks
  >;
  readonly orders: TransitionDeps;
}

/** A requested action with its subject; all accounts involved are locked. */
export interface LockedAction {
  readonly request: ActionRequest;
  readonly subject: ActionSubject;
  /** The account the decision is about; null where it is closed, since a review outlives its author's account. */
  readonly person: UserRow | null;
}

/** What executing an action did. */
export interface ActionResult {
  /** False where the subject was in that state already. */
  readonly changed: boolean;
  /** When a suspension ends; null or absent where it does not. */
  readonly until?: Date | null;
  /** Realtime events to emit after the commit. */
  readonly afterCommit?: () => void;
}

export type ActionOutcome = Result<ActionResult, ActionRefusal>;
