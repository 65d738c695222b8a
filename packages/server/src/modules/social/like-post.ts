import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import { type ClosedPost, openPost, openPostToAct } from './get-post.ts';
import { deleteLike, insertLike } from './like-store.ts';

export interface LikeDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly ids: Ids;
}

export interface Likes {
  /** Likes of the post now. */
  readonly likes: number;
}

/**
 * Likes a post, also an own one; repeated, it stays liked once. Its author is told. `blocked` when a
 * block stands between the two, whoever set it.
 */
export const likePost =
  ({ database: { pool }, ids }: LikeDeps) =>
  async (actor: Person, uid: string): Promise<Result<Likes, ClosedPost | 'blocked'>> => {
    const post = await openPostToAct(pool, actor, uid);
    if (!post.ok) return post;
    const like = { uid: actor.uid, post: post.value.post, notification: ids.uuid() };
    const liked = await insertLike(pool, like);
    if (liked === null) return err('post_not_found');
    return liked.blocked ? err('blocked') : ok({ likes: liked.likes });
  };

/** Takes a like back, also one that is not there. */
export const unlikePost =
  ({ database: { pool } }: Pick<LikeDeps, 'database'>) =>
  async (actor: Person, uid: string): Promise<Result<Likes, ClosedPost>> => {
    const post = await openPost(pool, actor, uid);
    if (!post.ok) return post;
    const likes = await deleteLike(pool, { uid: actor.uid, post: post.value.post });
    return likes === null ? err('post_not_found') : ok({ likes });
  };
