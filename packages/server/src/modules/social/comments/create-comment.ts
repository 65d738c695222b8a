import type { Comment } from '@guilda/contract/community/social';
import type { Person } from '../../../platform/actor.ts';
import { createBatcher } from '../../../platform/database/batcher.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, okReplayed, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import { type ViewContextDeps, viewContextFor } from '../../users/index.ts';
import { findPostForInteraction, type PostUnavailableRefusal } from '../posts/get-post.ts';
import type { NewComment } from './comment-batch-queries.ts';
import { readCommentByKey } from './comment-store.ts';
import { type CommentRow, toComment } from './comment-view.ts';
import { type StoredComment, storeComments } from './store-comments.ts';

export interface CreateCommentDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'pool' | 'db'>;
  readonly ids: Ids;
  /** Time in ms for which a batch of comments may wait for a lock; 1,000 by default. */
  readonly batchLockTimeoutMs?: number | undefined;
}

export interface CreateCommentInput {
  readonly text: string;
  /**
   * The client's `Idempotency-Key`, empty when it sent none. A repeated request with the same key creates no second
   * comment.
   */
  readonly idempotencyKey: string;
}

type CreateCommentRefusal = PostUnavailableRefusal | 'blocked' | 'age_required' | 'unavailable';

/**
 * Comments on a post (docs/product/community.md). An idempotency key creates at most one comment. Comment, counter and
 * notification are written in one transaction; comments that arrive together share it. `blocked`: there is a block
 * between the actor and the post's author; `age_required`: a proof of age was required of the actor after the request
 * began; `unavailable`: too many comments are waiting. Call this function once per process, because it holds the queue
 * of waiting comments.
 */
export function createComment(deps: CreateCommentDeps) {
  const { database, ids } = deps;
  const batcher = createBatcher<NewComment, StoredComment>(
    storeComments(database),
    ({ id, authorUid, requestKey }) => (requestKey === '' ? id : `${authorUid} ${requestKey}`),
    deps.batchLockTimeoutMs,
  );
  return async (
    actor: Person,
    postUid: string,
    { text, idempotencyKey: requestKey }: CreateCommentInput,
  ): Promise<Result<{ comment: Comment }, CreateCommentRefusal>> => {
    const post = await findPostForInteraction(database.pool, actor, postUid);
    if (!post.ok) return post;
    const authors = { authorUid: actor.uid, postAuthorUid: post.value.uid, requestKey };
    const toResponse = (row: CommentRow) => ({
      comment: toComment(row, viewContextFor(deps, actor)),
    });
    for (;;) {
      const newIds = { id: ids.uuid(), notificationId: ids.uuid() };
      const storeResult = await batcher.store({
        ...authors,
        ...newIds,
        postUid: post.value.post,
        text,
      });
      if ('ok' in storeResult) return storeResult;
      if (storeResult.outcome === 'made') return ok(toResponse(storeResult));
      if (storeResult.outcome === 'blocked' || storeResult.outcome === 'age_required')
        return err(storeResult.outcome);
      if (storeResult.outcome === 'gone') return err('post_not_found');
      // When the comment with this key was deleted after the insert found it, the next attempt inserts a new one.
      const existingComment = await readCommentByKey(database.db, actor.uid, requestKey);
      if (existingComment) return okReplayed(toResponse(existingComment));
    }
  };
}
