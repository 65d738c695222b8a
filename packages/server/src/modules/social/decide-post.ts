import type { Db } from '../../platform/database/pool.ts';
import { markPictureAdult, setPictureHidden, unmarkPictureAdult } from '../pictures/index.ts';
import { erasePostPreview } from './post-preview.ts';
import { lockStanding, type PostStanding, setStanding } from './post-store.ts';
import type { SocialDeps } from './social-deps.ts';

/** What the team decides about a post; absent means unchanged. */
export interface PostDecision {
  /** Why it is hidden; null for not at all. */
  readonly hiddenReason?: string | null;
  readonly sensitive?: boolean;
}

/** What was done to a post that stood otherwise; none where it stood so already. */
function changesOf(before: PostStanding, after: PostStanding) {
  return {
    hidden: after.hiddenReason !== before.hiddenReason,
    sensitive: after.sensitive !== before.sensitive,
  };
}

/** What of a decision changed a post. */
export type PostChanges = ReturnType<typeof changesOf>;

/**
 * Carries out what the team decides about a post (`product §9`), its picture and its link preview with
 * it, in the caller's transaction; null when there is none.
 */
export async function decidePost(
  { enqueue }: Pick<SocialDeps, 'enqueue'>,
  tx: Db,
  uid: string,
  decision: PostDecision,
): Promise<PostChanges | null> {
  const before = await lockStanding(tx, uid);
  if (before === null) return null;
  const after: PostStanding = { ...before, ...decision };
  const changes = changesOf(before, after);
  if (!changes.hidden && !changes.sensitive) return changes;
  await setStanding(tx, uid, after);
  if (after.photoURL !== null) {
    await setPictureHidden(tx, after.photoURL, after.hiddenReason !== null);
    if (changes.sensitive)
      await (after.sensitive ? markPictureAdult : unmarkPictureAdult)(tx, after.photoURL);
  }
  if (after.hiddenReason !== null || after.sensitive) await erasePostPreview({ enqueue }, tx, uid);
  return changes;
}
