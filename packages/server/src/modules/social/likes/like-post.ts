import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import {
  findPostForInteraction,
  findVisiblePost,
  type PostUnavailableRefusal,
} from '../posts/get-post.ts';
import { deleteLike, insertLike } from './like-store.ts';

export interface LikeDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly ids: Ids;
}

export interface LikeCount {
  /** Current number of likes of the post. */
  readonly likes: number;
}

/**
 * Likes a post, which may be the actor's own. A repeated like changes nothing. Notifies the author of the post.
 * `blocked`: there is a block between the actor and the author.
 */
export const likePost =
  ({ database: { pool }, ids }: LikeDeps) =>
  async (
    actor: Person,
    uid: string,
  ): Promise<Result<LikeCount, PostUnavailableRefusal | 'blocked'>> => {
    const post = await findPostForInteraction(pool, actor, uid);
    if (!post.ok) return post;
    const like = { uid: actor.uid, post: post.value.post, notification: ids.uuid() };
    const likeResult = await insertLike(pool, like);
    if (likeResult === null) return err('post_not_found');
    return likeResult.blocked ? err('blocked') : ok({ likes: likeResult.likes });
  };

/**
 * Removes the actor's like of a post; succeeds also when there is no like. When the actor may not see the post, for
 * example because of a block, the like is removed all the same, and the refusal tells nothing about the post.
 */
export const unlikePost =
  ({ database: { pool } }: Pick<LikeDeps, 'database'>) =>
  async (actor: Person, uid: string): Promise<Result<LikeCount, PostUnavailableRefusal>> => {
    const post = await findVisiblePost(pool, actor, uid);
    const likes = await deleteLike(pool, { uid: actor.uid, post: uid });
    if (!post.ok) return post;
    return likes === null ? err('post_not_found') : ok({ likes });
  };
