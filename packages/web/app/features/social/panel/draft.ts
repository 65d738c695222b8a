import type { PostForm } from './post-form.ts';

/** The stored draft of a post; its photo cannot be stored. */
export interface PostDraft extends Omit<PostForm, 'photo'> {
  /** Whether a photo was chosen that the stored draft lacks. */
  readonly hadPhoto: boolean;
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Delay before typed text is stored, in ms; a crash loses at most the text typed within it. */
export const STORE_DELAY_MS = 400;

export const emptyPostDraft: PostDraft = {
  title: '',
  description: '',
  hashtags: '',
  serviceId: '',
  sensitive: false,
  hadPhoto: false,
};

export const postDraftKey = (uid: string) => `guilda-draft-post-${uid}`;

const textFields = ['title', 'description', 'hashtags'] as const;

/** Whether the person has neither typed nor selected anything; a photo does not count, because it cannot be stored. */
export function isBlankDraft(draft: PostDraft): boolean {
  const { serviceId, sensitive } = draft;
  return serviceId === '' && !sensitive && textFields.every((field) => draft[field].trim() === '');
}

interface StoredDraft {
  readonly draft: PostDraft;
  /**
   * Idempotency key of an attempt to send this draft, as long as its outcome is unknown; null without such an attempt.
   */
  readonly attempt: string | null;
}

const emptyStoredDraft: StoredDraft = { draft: emptyPostDraft, attempt: null };

function decodeStoredDraft(storedText: string | null): StoredDraft {
  try {
    const { draft, attempt } = JSON.parse(storedText ?? '{}') as Record<
      string,
      Record<string, unknown>
    >;
    const text = (field: string) => (typeof draft?.[field] === 'string' ? draft[field] : '');
    const isFieldTrue = (field: string) => draft?.[field] === true;
    return {
      draft: {
        title: text('title'),
        description: text('description'),
        hashtags: text('hashtags'),
        serviceId: text('serviceId'),
        sensitive: isFieldTrue('sensitive'),
        hadPhoto: isFieldTrue('hadPhoto'),
      },
      attempt: typeof attempt === 'string' ? attempt : null,
    };
  } catch {
    return emptyStoredDraft;
  }
}

/**
 * Encodes a draft for storage. Null for a draft that is blank or has only a photo, because photos cannot be stored;
 * its `attempt` is useless without the content of the post and is not stored either.
 */
const encodeStoredDraft = (storedDraft: StoredDraft) =>
  isBlankDraft(storedDraft.draft) ? null : JSON.stringify(storedDraft);

export interface DraftStoreDeps {
  readonly store: DraftStorage;
  readonly uid: string;
  /** Whether the person is still signed in on this device; after signing out nothing may be stored. */
  mayKeep(): boolean;
  newKey(): string;
}

export interface DraftStore {
  /** The stored draft if another tab has changed it since this tab last read or wrote it; null otherwise. */
  news(): PostDraft | null;
  /** Updates the draft; it is stored within `STORE_DELAY_MS`. */
  change(draft: PostDraft): void;
  /** Stores a pending change at once. */
  flush(): void;
  /** Idempotency key of the current attempt to send; it stays the same until the outcome is known. */
  attempt(): string;
  /** Ends the attempt after the post was published, so that the next attempt gets a new key. */
  settle(): void;
  /** Removes the draft, unless another tab has stored a newer one. */
  drop(): void;
}

/**
 * Stores one person's draft of a post as it is typed in this tab. The tab that was typed in last overwrites the stored
 * draft; a tab without changes writes nothing and never removes the draft of another tab. If the storage fails, the
 * draft is kept in memory until the page is closed.
 */
export function createDraftStore(deps: DraftStoreDeps): DraftStore {
  const storageKey = postDraftKey(deps.uid);
  let currentState = emptyStoredDraft;
  /** The stored value when this tab last read or wrote it. */
  let lastSeenText: string | null = null;
  /** The encoded draft that needs no write, because it was restored, stored or discarded. */
  let cleanText: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const read = () => {
    try {
      return deps.store.getItem(storageKey);
    } catch {
      return lastSeenText;
    }
  };
  const write = (nextText: string | null) => {
    if (!deps.mayKeep()) return;
    try {
      if (nextText === null) deps.store.removeItem(storageKey);
      else deps.store.setItem(storageKey, nextText);
      lastSeenText = nextText;
      cleanText = nextText;
    } catch {
      // Storage is unavailable: the draft lasts as long as the page.
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const encodedText = encodeStoredDraft(currentState);
    if (encodedText !== cleanText) write(encodedText);
  };
  /**
   * Stores a change of the attempt's idempotency key. The person did not type this change, so it must not overwrite a
   * newer draft of another tab. If a typed change is still pending, both changes are stored.
   */
  const storeAttempt = () => {
    if (timer !== undefined || read() === lastSeenText) flush();
  };
  return {
    news() {
      const storedText = read();
      if (storedText === lastSeenText) return null;
      lastSeenText = storedText;
      currentState = decodeStoredDraft(storedText);
      cleanText = encodeStoredDraft(currentState);
      return currentState.draft;
    },
    change(draft) {
      currentState = { ...currentState, draft };
      if (encodeStoredDraft(currentState) !== cleanText)
        timer ??= setTimeout(flush, STORE_DELAY_MS);
    },
    flush,
    attempt() {
      const attempt = currentState.attempt ?? deps.newKey();
      currentState = { ...currentState, attempt };
      storeAttempt();
      return attempt;
    },
    settle() {
      currentState = { ...currentState, attempt: null };
      storeAttempt();
    },
    drop() {
      clearTimeout(timer);
      timer = undefined;
      currentState = emptyStoredDraft;
      cleanText = null;
      if (read() === lastSeenText) write(null);
    },
  };
}
