/** Local storage key of one person's comment drafts on all posts. */
const COMMENT_DRAFTS_KEY = 'guilda-draft-comments';

/** Maximum number of posts with a stored draft; the draft that was changed longest ago is deleted first. */
const MAX_REMEMBERED_POSTS = 20;

/** A comment that was sent but not confirmed. Its idempotency key makes repeated requests create one comment. */
export interface UnsentComment {
  readonly key: string;
  readonly text: string;
}

/** The text that a person has typed on one post, and their comments that the server has not confirmed. */
export interface CommentDraft {
  readonly text: string;
  /** Comments that were sent but not confirmed, oldest first. */
  readonly unsent: readonly UnsentComment[];
}

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const emptyCommentDraft: CommentDraft = { text: '', unsent: [] };

type StoredDrafts = Record<string, unknown>;

function readAllDrafts(store: DraftStorage, uid: string): StoredDrafts {
  try {
    const storedDrafts = JSON.parse(store.getItem(COMMENT_DRAFTS_KEY) ?? 'null');
    const isOwn =
      storedDrafts?.uid === uid &&
      typeof storedDrafts.posts === 'object' &&
      storedDrafts.posts !== null;
    return isOwn ? storedDrafts.posts : {};
  } catch {
    return {};
  }
}

function isUnsentComment(value: unknown): value is UnsentComment {
  if (typeof value !== 'object' || value === null) return false;
  const { key, text } = value as Partial<UnsentComment>;
  return typeof key === 'string' && typeof text === 'string';
}

/** The stored draft of `uid` for a post; drafts of other people are ignored. */
export function readCommentDraft(store: DraftStorage, uid: string, postId: string): CommentDraft {
  const draft = readAllDrafts(store, uid)[postId] as Partial<CommentDraft> | undefined;
  if (typeof draft !== 'object' || draft === null) return emptyCommentDraft;
  const { text, unsent } = draft;
  return {
    text: typeof text === 'string' ? text : '',
    unsent: Array.isArray(unsent) ? unsent.filter(isUnsentComment) : [],
  };
}

/** Updates the stored draft of a post; an empty draft is deleted. Errors of the storage are ignored. */
export function updateCommentDraft(
  store: DraftStorage,
  uid: string,
  postId: string,
  change: (draft: CommentDraft) => CommentDraft,
): void {
  const { [postId]: _, ...others } = readAllDrafts(store, uid);
  const draft = change(readCommentDraft(store, uid, postId));
  const hasContent = draft.text.trim() !== '' || draft.unsent.length > 0;
  const drafts = Object.entries({ ...others, ...(hasContent ? { [postId]: draft } : {}) }).slice(
    -MAX_REMEMBERED_POSTS,
  );
  try {
    if (drafts.length === 0) store.removeItem(COMMENT_DRAFTS_KEY);
    else
      store.setItem(COMMENT_DRAFTS_KEY, JSON.stringify({ uid, posts: Object.fromEntries(drafts) }));
  } catch {
    // Storage is unavailable: the draft lasts as long as the page.
  }
}
