import type { Actor } from '../../../platform/actor.ts';
import type { Queryable } from '../../../platform/database/prepared.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { findVisiblePost } from '../posts/get-post.ts';
import { findUnhiddenComment, type VisibleComment } from './comment-store.ts';

/**
 * Finds a comment that the actor may see. `comment_not_found` when the comment does not exist or is hidden, when there
 * is a block between its author and the actor, or when the actor may not see its post.
 */
export async function findVisibleComment(
  pool: Queryable,
  actor: Actor,
  id: string,
): Promise<Result<VisibleComment, 'comment_not_found'>> {
  const comment = await findUnhiddenComment(pool, actor, id);
  if (!comment) return err('comment_not_found');
  const post = await findVisiblePost(pool, actor, comment.post);
  return post.ok ? ok(comment) : err('comment_not_found');
}
