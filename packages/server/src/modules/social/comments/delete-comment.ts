import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { findVisiblePost } from '../posts/get-post.ts';
import { deleteOwnComment, findPostOfOthersComment } from './comment-store.ts';

export interface DeleteCommentDeps {
  readonly database: Pick<Database, 'pool'>;
}

/**
 * Deletes a comment of the actor, also when it is hidden or the actor may not see its post. The comment of another
 * person is `forbidden` when the actor may see it, otherwise `comment_not_found`.
 */
export const deleteComment =
  ({ database: { pool } }: DeleteCommentDeps) =>
  async (
    actor: Person,
    id: string,
  ): Promise<Result<undefined, 'comment_not_found' | 'forbidden'>> => {
    const comment = { id, uid: actor.uid };
    if (await deleteOwnComment(pool, comment)) return ok(undefined);
    const postUid = await findPostOfOthersComment(pool, comment);
    if (postUid === null) return err('comment_not_found');
    const post = await findVisiblePost(pool, actor, postUid);
    return err(post.ok ? 'forbidden' : 'comment_not_found');
  };
