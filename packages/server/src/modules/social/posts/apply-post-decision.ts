import type { Db } from '../../../platform/database/pool.ts';
import { markPicturesAdult, setPicturesHidden, unmarkPicturesAdult } from '../../pictures/index.ts';
import type { SocialDeps } from '../social-deps.ts';
import { erasePostPreview } from './post-preview.ts';
import { lockPostState, type PostModerationState, setPostState } from './post-store.ts';

/** A change of a post's moderation state; absent fields stay unchanged. */
export interface PostDecision {
  /** Reason for hiding the post; null shows the post again. */
  readonly hiddenReason?: string | null;
  readonly sensitive?: boolean;
}

/** Which parts of the moderation state differ between two states. */
function changedPartsOf(stateBefore: PostModerationState, stateAfter: PostModerationState) {
  return {
    hidden: stateAfter.hiddenReason !== stateBefore.hiddenReason,
    sensitive: stateAfter.sensitive !== stateBefore.sensitive,
  };
}

/** Which parts of the moderation state were changed. */
export type PostChanges = ReturnType<typeof changedPartsOf>;

/**
 * Applies a moderation decision to a post, its picture and its link preview, in the caller's transaction
 * (docs/product/moderation.md). Null when the post does not exist.
 */
export async function applyPostDecision(
  { enqueue }: Pick<SocialDeps, 'enqueue'>,
  tx: Db,
  uid: string,
  decision: PostDecision,
): Promise<PostChanges | null> {
  const stateBefore = await lockPostState(tx, uid);
  if (stateBefore === null) return null;
  const stateAfter: PostModerationState = { ...stateBefore, ...decision };
  const changes = changedPartsOf(stateBefore, stateAfter);
  if (!changes.hidden && !changes.sensitive) return changes;
  await setPostState(tx, uid, stateAfter);
  if (stateAfter.photoURL !== null) {
    const postPictures = [stateAfter.photoURL];
    await setPicturesHidden(tx, postPictures, stateAfter.hiddenReason !== null);
    if (changes.sensitive)
      await (stateAfter.sensitive ? markPicturesAdult : unmarkPicturesAdult)(tx, postPictures);
  }
  if (stateAfter.hiddenReason !== null || stateAfter.sensitive)
    await erasePostPreview({ enqueue }, tx, uid);
  return changes;
}
