import type { PostForm } from './post-form.ts';

/** The stored draft of a post; a photo cannot be stored. */
export interface PostDraft extends Omit<PostForm, 'photo'> {
  /** A photo was chosen too, which is gone. */
  readonly hadPhoto: boolean;
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Delay before typed text is stored, in ms; a crash loses at most this much. */
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

/** Whether there is nothing in it that anyone typed or chose. */
export function isBlankDraft(draft: PostDraft): boolean {
  const { serviceId, sensitive } = draft;
  return serviceId === '' && !sensitive && textFields.every((field) => draft[field].trim() === '');
}

interface StoredDraft {
  readonly draft: PostDraft;
  /** Key of an attempt to send it whose outcome is not known. */
  readonly attempt: string | null;
}

const emptyStoredDraft: StoredDraft = { draft: emptyPostDraft, attempt: null };

function decodeStoredDraft(raw: string | null): StoredDraft {
  try {
    const { draft, attempt } = JSON.parse(raw ?? '{}') as Record<string, Record<string, unknown>>;
    const text = (field: string) => (typeof draft?.[field] === 'string' ? draft[field] : '');
    const flag = (field: string) => draft?.[field] === true;
    return {
      draft: {
        title: text('title'),
        description: text('description'),
        hashtags: text('hashtags'),
        serviceId: text('serviceId'),
        sensitive: flag('sensitive'),
        hadPhoto: flag('hadPhoto'),
      },
      attempt: typeof attempt === 'string' ? attempt : null,
    };
  } catch {
    return emptyStoredDraft;
  }
}

/** An attempt is kept with what it sent: of a photo alone nothing is left to try again. */
const encodeStoredDraft = (kept: StoredDraft) =>
  isBlankDraft(kept.draft) ? null : JSON.stringify(kept);

export interface DraftStoreDeps {
  readonly store: DraftStorage;
  readonly uid: string;
  /** Whether this device still is the person's: signing out must leave nothing behind. */
  mayKeep(): boolean;
  newKey(): string;
}

export interface DraftStore {
  /** The stored draft if another tab changed it since the last read or write; null otherwise. */
  news(): PostDraft | null;
  /** Updates the draft; it is stored within `STORE_DELAY_MS`. */
  change(draft: PostDraft): void;
  /** Stores pending changes at once. */
  flush(): void;
  /** The key of this attempt to send: the same one again until an outcome is known. */
  attempt(): string;
  /** The post was published, so the next attempt gets a new key. */
  settle(): void;
  /** Forgets the draft; one that another page has written since stays. */
  drop(): void;
}

/**
 * Keeps what one page types for one person. The last page that types wins what is kept; a page that
 * changes nothing writes nothing, and none takes away what another one wrote. A store that is closed
 * or full keeps the draft for as long as the page lives.
 */
export function createDraftStore(deps: DraftStoreDeps): DraftStore {
  const entry = postDraftKey(deps.uid);
  let now = emptyStoredDraft;
  /** The stored value at the last read or write of this tab. */
  let seen: string | null = null;
  /** Form states that need no write: as restored, as stored, or discarded. */
  let clean: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const read = () => {
    try {
      return deps.store.getItem(entry);
    } catch {
      return seen;
    }
  };
  const write = (next: string | null) => {
    if (!deps.mayKeep()) return;
    try {
      if (next === null) deps.store.removeItem(entry);
      else deps.store.setItem(entry, next);
      seen = next;
      clean = next;
    } catch {
      // Without storage the draft lasts as long as the page.
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const next = encodeStoredDraft(now);
    if (next !== clean) write(next);
  };
  /** Keeps what nobody typed, and so takes the place of nothing that another page wrote. */
  const note = () => {
    if (timer !== undefined || read() === seen) flush();
  };
  return {
    news() {
      const raw = read();
      if (raw === seen) return null;
      seen = raw;
      now = decodeStoredDraft(raw);
      clean = encodeStoredDraft(now);
      return now.draft;
    },
    change(draft) {
      now = { ...now, draft };
      if (encodeStoredDraft(now) !== clean) timer ??= setTimeout(flush, STORE_DELAY_MS);
    },
    flush,
    attempt() {
      const attempt = now.attempt ?? deps.newKey();
      now = { ...now, attempt };
      note();
      return attempt;
    },
    settle() {
      now = { ...now, attempt: null };
      note();
    },
    drop() {
      clearTimeout(timer);
      timer = undefined;
      now = emptyStoredDraft;
      clean = null;
      if (read() === seen) write(null);
    },
  };
}
