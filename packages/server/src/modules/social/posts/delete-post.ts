import { parsePictureURL } from '@guilda/contract/services/pictures';
import type { Person } from '../../../platform/actor.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { SocialDeps } from '../social-deps.ts';
import { findVisiblePost } from './get-post.ts';
import { erasePostPreview } from './post-preview.ts';
import { deleteOwnPost } from './post-store.ts';

export type DeletePostDeps = Pick<SocialDeps, 'database' | 'enqueue'>;

type DeletePostRefusal = 'post_not_found' | 'forbidden';

/**
 * The error for an actor who is not the author: `forbidden`, or `post_not_found` when the actor may not see the post.
 */
async function refusalForForeignPost(
  { database }: DeletePostDeps,
  actor: Person,
  uid: string,
): Promise<Result<never, DeletePostRefusal>> {
  const visiblePost = await findVisiblePost(database.pool, actor, uid);
  const belongsToAnother = visiblePost.ok
    ? visiblePost.value.uid !== actor.uid
    : visiblePost.code === 'adults_only';
  return err(belongsToAnother ? 'forbidden' : 'post_not_found');
}

/** Deletes a post of the actor with its comments, likes and hashtags; jobs erase its picture and link preview. */
export const deletePost =
  (deps: DeletePostDeps) =>
  async (actor: Person, uid: string): Promise<Result<undefined, DeletePostRefusal>> => {
    const deletedPost = await deps.database.transaction(async (tx) => {
      const post = await deleteOwnPost(tx, actor.uid, uid);
      const photoURL = post?.photoURL ?? null;
      if (photoURL !== null && parsePictureURL(photoURL))
        await deps.enqueue(tx, 'social.erase_picture', { photoURL });
      if (post !== null) await erasePostPreview(deps, tx, post.uid);
      return post !== null;
    });
    return deletedPost ? ok(undefined) : refusalForForeignPost(deps, actor, uid);
  };
