import type { Enqueue } from '../../platform/jobs/index.ts';
import type { Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Realtime } from '../../ports/realtime.ts';
import type { CatalogTasks } from '../catalog/index.ts';
import type { Deed, DeedRefusal, ModerationTasks } from '../moderation/index.ts';
import type { TransitionDeps } from '../orders/index.ts';
import type { SocialTasks } from '../social/index.ts';
import type { UserRow } from '../users/index.ts';
import type { Subject } from './subjects.ts';
import type { EnforcementTasks } from './tasks.ts';

/** What deeds are made of. */
export interface DeedDeps {
  readonly ids: Ids;
  readonly realtime: Realtime;
  readonly enqueue: Enqueue<EnforcementTasks & ModerationTasks & CatalogTasks & SocialTasks>;
  /** What moves an order. */
  readonly orders: TransitionDeps;
}

/** A deed with what it is about; all accounts of it are held. */
export interface Work {
  readonly deed: Deed;
  readonly subject: Subject;
  /** Whom it concerns; a review outlives its author's account. */
  readonly person: UserRow | null;
}

/** What a deed came to. */
export interface Done {
  /** False where it was so already. */
  readonly changed: boolean;
  /** Of a suspension that ends. */
  readonly until?: Date | null;
  /** What is to be told once it is committed. */
  readonly tell?: () => void;
}

export type Outcome = Result<Done, DeedRefusal>;
