/** Local storage key of what a person has written and not sent, of all posts. */
const KEY = 'guilda-draft-comments';

/** Posts that are remembered; the one longest untouched goes first. */
const POSTS = 20;

/** A comment that was sent and never confirmed; its key makes every repeat the same comment. */
export interface Unsent {
  readonly key: string;
  readonly text: string;
}

/** The unsent comment of a person on a post. */
export interface CommentDraft {
  readonly text: string;
  /** Oldest first. */
  readonly unsent: readonly Unsent[];
}

export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const empty: CommentDraft = { text: '', unsent: [] };

type Drafts = Record<string, unknown>;

function readAll(store: DraftStore, uid: string): Drafts {
  try {
    const kept = JSON.parse(store.getItem(KEY) ?? 'null');
    const own = kept?.uid === uid && typeof kept.posts === 'object' && kept.posts !== null;
    return own ? kept.posts : {};
  } catch {
    return {};
  }
}

function isUnsent(value: unknown): value is Unsent {
  if (typeof value !== 'object' || value === null) return false;
  const { key, text } = value as Partial<Unsent>;
  return typeof key === 'string' && typeof text === 'string';
}

/** The stored draft of `uid` for a post; never another person's. */
export function readCommentDraft(store: DraftStore, uid: string, postId: string): CommentDraft {
  const draft = readAll(store, uid)[postId] as Partial<CommentDraft> | undefined;
  if (typeof draft !== 'object' || draft === null) return empty;
  const { text, unsent } = draft;
  return {
    text: typeof text === 'string' ? text : '',
    unsent: Array.isArray(unsent) ? unsent.filter(isUnsent) : [],
  };
}

/** Updates the stored draft of a post; an empty draft is deleted. Storage may be unavailable. */
export function changeDraft(
  store: DraftStore,
  uid: string,
  postId: string,
  change: (draft: CommentDraft) => CommentDraft,
): void {
  const { [postId]: _, ...others } = readAll(store, uid);
  const draft = change(readCommentDraft(store, uid, postId));
  const written = draft.text.trim() !== '' || draft.unsent.length > 0;
  const posts = Object.entries({ ...others, ...(written ? { [postId]: draft } : {}) }).slice(
    -POSTS,
  );
  try {
    if (posts.length === 0) store.removeItem(KEY);
    else store.setItem(KEY, JSON.stringify({ uid, posts: Object.fromEntries(posts) }));
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}
