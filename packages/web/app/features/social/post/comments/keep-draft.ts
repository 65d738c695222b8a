import { signedInUid } from '../../../../lib/data/page-data.ts';
import { type CommentDraft, updateCommentDraft } from './comment-draft.ts';

/**
 * Updates the stored draft of a comment. Does nothing when the author is no longer signed in on this device, for example
 * when an answer arrives after signing out.
 */
export function storeCommentDraft(
  uid: string,
  postId: string,
  change: (draft: CommentDraft) => CommentDraft,
): void {
  if (signedInUid() === uid) updateCommentDraft(localStorage, uid, postId, change);
}
