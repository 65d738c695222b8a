import type { Comment } from '@guilda/contract/social';
import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result, repeat } from '../../../platform/result.ts';
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
  /** `Idempotency-Key` of the client, empty for none: a repeated attempt makes no second comment. */
  readonly idempotencyKey: string;
}

type CreateCommentRefusal = PostUnavailableRefusal | 'blocked';

interface WrittenComment {
  readonly row: CommentRow;
  /** The comment existed already under the same key. */
  readonly repeated: boolean;
}

/** Inserts the comment or finds the one with its key; null when that one was deleted at the same time. */
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
 * Comments on a post, once per idempotency key (docs/product/community.md). Comment, counter and
 * notification are written together. `blocked`: there is a block between the two.
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
      return repeated ? repeat(answer) : ok(answer);
    }
  };
