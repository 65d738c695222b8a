import { signedInUid } from '../../../../lib/data/page-data.ts';
import { type CommentDraft, updateCommentDraft } from './comment-draft.ts';

/**
 * Changes what this device keeps of a person's comment; nothing once it is another person's or nobody's,
 * as where an answer comes after they signed out.
 */
export function storeCommentDraft(
  uid: string,
  postId: string,
  change: (draft: CommentDraft) => CommentDraft,
): void {
  if (signedInUid() === uid) updateCommentDraft(localStorage, uid, postId, change);
}
