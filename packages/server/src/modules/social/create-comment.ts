import type { Comment } from '@guilda/contract/social';
import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { err, ok, type Result, repeat } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import { keepAccounts, keepUnblocked, type MomentDeps, momentOf } from '../users/index.ts';
import {
  insertComment,
  type NewCommentRow,
  readComment,
  readCommentByKey,
} from './comment-store.ts';
import { type CommentRow, toComment } from './comment-view.ts';
import { type ClosedPost, openPostToAct } from './get-post.ts';

export interface CreateCommentDeps extends MomentDeps {
  readonly database: Pick<Database, 'pool' | 'transaction'>;
  readonly ids: Ids;
}

export interface CommentWish {
  readonly text: string;
  /** The client's name of the attempt, empty for none: trying again makes no second comment. */
  readonly idempotencyKey: string;
}

type Refusal = ClosedPost | 'blocked';

interface Written {
  readonly row: CommentRow;
  /** It was there already, under the same key. */
  readonly repeated: boolean;
}

/** Writes the comment, or finds the one its key names; null when that one went in this very moment. */
async function write(
  tx: Db,
  comment: NewCommentRow,
  postAuthor: string,
): Promise<Result<Written, Refusal> | null> {
  if (!(await keepAccounts(tx, [comment.author, postAuthor]))) return err('post_not_found');
  if (!(await keepUnblocked(tx, comment.author, postAuthor))) return err('blocked');
  const outcome = await insertComment(tx, comment);
  if (outcome === 'gone') return err('post_not_found');
  const repeated = outcome === 'repeated';
  const row = await (repeated ? readCommentByKey(tx, comment) : readComment(tx, comment.id));
  return row && ok({ row, repeated });
}

/**
 * Comments on a post (`spec §7`), once for each key of the client's. The comment and its place in the
 * post's count come together, with what its author is told. `blocked` when a block stands between
 * the two, whoever set it.
 */
export const createComment =
  (deps: CreateCommentDeps) =>
  async (
    actor: Person,
    postUid: string,
    { text, idempotencyKey }: CommentWish,
  ): Promise<Result<{ comment: Comment }, Refusal>> => {
    const { database, ids } = deps;
    const post = await openPostToAct(database.pool, actor, postUid);
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
      const written = await database.transaction((tx) => write(tx, comment, post.value.uid));
      if (written === null) continue;
      if (!written.ok) return written;
      const { row, repeated } = written.value;
      const answer = { comment: toComment(row, momentOf(deps, actor)) };
      return repeated ? repeat(answer) : ok(answer);
    }
  };
