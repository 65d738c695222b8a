import { parsePictureURL } from '@guilda/contract/pictures';
import type { Person } from '../../platform/actor.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { openPost } from './get-post.ts';
import { erasePostPreview } from './post-preview.ts';
import { removePost } from './post-store.ts';
import type { SocialDeps } from './social-deps.ts';

export type DeletePostDeps = Pick<SocialDeps, 'database' | 'enqueue'>;

type NotMine = 'post_not_found' | 'forbidden';

/** What somebody is told who is not the author: nothing of what they may not see. */
async function notMine(
  { database }: DeletePostDeps,
  actor: Person,
  uid: string,
): Promise<Result<never, NotMine>> {
  const seen = await openPost(database.pool, actor, uid);
  const known = seen.ok ? seen.value.uid !== actor.uid : seen.code === 'adults_only';
  return err(known ? 'forbidden' : 'post_not_found');
}

/** Deletes an own post with its comments, likes and hashtags; its pictures are erased right after. */
export const deletePost =
  (deps: DeletePostDeps) =>
  async (actor: Person, uid: string): Promise<Result<undefined, NotMine>> => {
    const removed = await deps.database.transaction(async (tx) => {
      const post = await removePost(tx, actor.uid, uid);
      const photoURL = post?.photoURL ?? null;
      if (photoURL !== null && parsePictureURL(photoURL))
        await deps.enqueue(tx, 'social.erase_picture', { photoURL });
      if (post !== null) await erasePostPreview(deps, tx, post.uid);
      return post !== null;
    });
    return removed ? ok(undefined) : notMine(deps, actor, uid);
  };
