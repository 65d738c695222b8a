import type { Post } from '@guilda/contract/social';
import { type Actor, uidOf } from '../../../platform/actor.ts';
import type { Queryable } from '../../../platform/database/prepared.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { canSeeAdultContent } from '../../users/index.ts';
import type { PostRow } from './post-columns.ts';
import { readPost } from './post-queries.ts';
import { type PostViewDeps, toPostViews } from './post-view.ts';

/** Why a reader cannot see a post; across a block it is `post_not_found`. */
export type PostUnavailableRefusal = 'post_not_found' | 'adults_only';

/** Finds a post to act on, such as liking it. As `findVisiblePost`, and `blocked` when only a block hides it. */
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
 * Finds a post for a reader, for itself or for what belongs to it. `post_not_found`: it does not exist, is
 * hidden and not the reader's own, or the reader may not see the author's profile (also by a block).
 * `adults_only`: it is sensitive and the reader, even its author, may not see adult content
 * (docs/product/community.md).
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

/** As `findVisiblePost`, but the author always gets the post; the view withholds its content if needed. */
async function findPostForReader(
  pool: Queryable,
  actor: Actor,
  uid: string,
): Promise<Result<PostRow, PostUnavailableRefusal>> {
  const post = await readPost(pool, actor, uid);
  if (post === null || post.blocked) return err('post_not_found');
  const withheld = post.sensitive && !canSeeAdultContent(actor) && post.uid !== uidOf(actor);
  return withheld ? err('adults_only') : ok(post);
}

/** One post. Its author always gets it, if necessary without content, to be able to delete it. */
export const getPost =
  (deps: PostViewDeps) =>
  async (actor: Actor, uid: string): Promise<Result<{ post: Post }, PostUnavailableRefusal>> => {
    const found = await findPostForReader(deps.database.pool, actor, uid);
    if (!found.ok) return found;
    const [post] = await toPostViews(deps)(actor, [found.value]);
    return post ? ok({ post }) : err('post_not_found');
  };
