import type { Comment } from '@guilda/contract/social';
import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, okReplayed, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import {
  lockOpenAccounts,
  lockUnblockedPair,
  type ViewContextDeps,
  viewContextFor,
} from '../../users/index.ts';
import { findPostForInteraction, type PostUnavailableRefusal } from '../posts/get-post.ts';
import {
  insertComment,
  type NewCommentRow,
  readComment,
  readCommentByKey,
} from './comment-store.ts';
import { type CommentRow, toComment } from './comment-view.ts';

export interface CreateCommentDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'pool' | 'transaction'>;
  readonly ids: Ids;
}

export interface CreateCommentInput {
  readonly text: string;
  /**
   * The client's `Idempotency-Key`, empty when it sent none. A repeated request with the same key creates no second
   * comment.
   */
  readonly idempotencyKey: string;
}

type CreateCommentRefusal = PostUnavailableRefusal | 'blocked';

interface WrittenComment {
  readonly row: CommentRow;
  /** Whether the comment was already created by an earlier request with the same key. */
  readonly repeated: boolean;
}

/**
 * Inserts the comment, or finds the comment that was created with the same key. Null when that comment is deleted at
 * the same time.
 */
async function insertOrFindComment(
  tx: Db,
  comment: NewCommentRow,
  postAuthor: string,
): Promise<Result<WrittenComment, CreateCommentRefusal> | null> {
  if (!(await lockOpenAccounts(tx, [comment.author, postAuthor]))) return err('post_not_found');
  if (!(await lockUnblockedPair(tx, comment.author, postAuthor))) return err('blocked');
  const outcome = await insertComment(tx, comment);
  if (outcome === 'gone') return err('post_not_found');
  const repeated = outcome === 'repeated';
  const row = await (repeated ? readCommentByKey(tx, comment) : readComment(tx, comment.id));
  return row && ok({ row, repeated });
}

/**
 * Comments on a post (docs/product/community.md). An idempotency key creates at most one comment. Comment, counter and
 * notification are written in one transaction. `blocked`: there is a block between the actor and the post's author.
 */
export const createComment =
  (deps: CreateCommentDeps) =>
  async (
    actor: Person,
    postUid: string,
    { text, idempotencyKey }: CreateCommentInput,
  ): Promise<Result<{ comment: Comment }, CreateCommentRefusal>> => {
    const { database, ids } = deps;
    const post = await findPostForInteraction(database.pool, actor, postUid);
    if (!post.ok) return post;
    const comment = {
      id: ids.uuid(),
      post: post.value.post,
      author: actor.uid,
      text,
      requestKey: idempotencyKey,
      notification: ids.uuid(),
    };
    for (;;) {
      const written = await database.transaction((tx) =>
        insertOrFindComment(tx, comment, post.value.uid),
      );
      if (written === null) continue;
      if (!written.ok) return written;
      const { row, repeated } = written.value;
      const answer = { comment: toComment(row, viewContextFor(deps, actor)) };
      return repeated ? okReplayed(answer) : ok(answer);
    }
  };
