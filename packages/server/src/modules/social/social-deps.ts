import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import type { UploadedFile } from '../../platform/http/form.ts';
import type { Enqueue } from '../../platform/jobs/index.ts';
import type { Result } from '../../platform/result.ts';
import type { PictureError, StoredPicture } from '../../platform/uploads/images/pictures.ts';
import type { Ids } from '../../ports/ids.ts';
import type { PostViewDeps } from './posts/post-view.ts';
import type { SocialTasks } from './tasks.ts';

/** A moderation action to perform on a post. */
export interface PostModerationAction {
  readonly actor: Person;
  readonly action: 'hide' | 'restore' | 'blur' | 'unblur';
  readonly subject: { readonly kind: 'post'; readonly id: string };
  readonly reason: string;
  readonly days: null;
  readonly caseId: null;
}

export interface SocialDeps extends PostViewDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly enqueue: Enqueue<SocialTasks>;
  /** Checks, re-encodes and stores a picture, for adults only if requested; returns its address and size. */
  storePicture(
    ownerId: string,
    file: UploadedFile,
    kind: 'post',
    isForAdults: boolean,
  ): Promise<Result<Omit<StoredPicture, 'placeholder'>, PictureError>>;
  /** Deletes a picture that no row refers to. */
  deletePicture(photoURL: string): Promise<void>;
  /**
   * Performs a moderation action in the caller's transaction and returns a function to run after the commit.
   * Implemented by the moderation module.
   */
  performAction(tx: Db, action: PostModerationAction): Promise<Result<() => void, string>>;
}
