import type { Post } from '@guilda/contract/community/social';
import { type Actor, uidOf } from '../../../platform/actor.ts';
import type { Queryable } from '../../../platform/database/prepared.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { canSeeAdultContent } from '../../users/index.ts';
import type { PostRow } from './post-columns.ts';
import { readPost } from './post-queries.ts';
import { type PostViewDeps, toPostViews } from './post-view.ts';

/** Why a reader may not see a post. A block between reader and author is reported as `post_not_found`. */
export type PostUnavailableRefusal = 'post_not_found' | 'adults_only';

/**
 * Finds a post that the actor wants to like or comment on. Like `findVisiblePost`, but `blocked` when the post is
 * invisible only because of a block.
 */
export async function findPostForInteraction(
  pool: Queryable,
  actor: Actor,
  uid: string,
): Promise<Result<PostRow, PostUnavailableRefusal | 'blocked'>> {
  const post = await readPost(pool, actor, uid);
  if (post === null) return err('post_not_found');
  if (post.blocked) return err('blocked');
  return post.sensitive && !canSeeAdultContent(actor) ? err('adults_only') : ok(post);
}

/**
 * Finds a post that a reader wants to see, or whose comments and likes the reader wants to see. `post_not_found`: the
 * post does not exist, is hidden and by another person, or the reader may not see the author's profile, for example
 * because of a block. `adults_only`: the post is sensitive and the reader may not see adult content, even if the reader
 * is its author (docs/product/community.md).
 */
export async function findVisiblePost(
  pool: Queryable,
  actor: Actor,
  uid: string,
): Promise<Result<PostRow, PostUnavailableRefusal>> {
  const post = await findPostForInteraction(pool, actor, uid);
  if (post.ok) return post;
  return err(post.code === 'blocked' ? 'post_not_found' : post.code);
}

/**
 * Like `findVisiblePost`, but the author always gets the post. The view leaves out its content if the author may not
 * see adult content.
 */
async function findPostForReader(
  pool: Queryable,
  actor: Actor,
  uid: string,
): Promise<Result<PostRow, PostUnavailableRefusal>> {
  const post = await readPost(pool, actor, uid);
  if (post === null || post.blocked) return err('post_not_found');
  const isWithheld = post.sensitive && !canSeeAdultContent(actor) && post.uid !== uidOf(actor);
  return isWithheld ? err('adults_only') : ok(post);
}

/**
 * Reads one post. Authors always get their own posts, if necessary without the content, so that they can delete them.
 */
export const getPost =
  (deps: PostViewDeps) =>
  async (actor: Actor, uid: string): Promise<Result<{ post: Post }, PostUnavailableRefusal>> => {
    const foundPost = await findPostForReader(deps.database.pool, actor, uid);
    if (!foundPost.ok) return foundPost;
    const [post] = await toPostViews(deps)(actor, [foundPost.value]);
    return post ? ok({ post }) : err('post_not_found');
  };
