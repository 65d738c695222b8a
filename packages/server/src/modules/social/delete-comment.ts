import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { deleteOwnComment, postOfOthersComment } from './comment-store.ts';
import { openPost } from './get-post.ts';

export interface DeleteCommentDeps {
  readonly database: Pick<Database, 'pool'>;
}

/**
 * Deletes an own comment, wherever it stands and even when the team hid it. Somebody else's is
 * `forbidden` where the person sees it, else `comment_not_found`.
 */
export const deleteComment =
  ({ database: { pool } }: DeleteCommentDeps) =>
  async (
    actor: Person,
    id: string,
  ): Promise<Result<undefined, 'comment_not_found' | 'forbidden'>> => {
    const comment = { id, uid: actor.uid };
    if (await deleteOwnComment(pool, comment)) return ok(undefined);
    const postUid = await postOfOthersComment(pool, comment);
    if (postUid === null) return err('comment_not_found');
    const post = await openPost(pool, actor, postUid);
    return err(post.ok ? 'forbidden' : 'comment_not_found');
  };
