import { emptyForm, type ServiceForm } from './service-form.ts';

/** Session storage key of what somebody was typing when the dialog was closed. */
const KEY = 'guilda-draft-service';

/** What is kept of a service being written; a picture cannot be. */
export type Draft = Pick<ServiceForm, 'title' | 'description' | 'price' | 'category'>;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const fields = ['title', 'description', 'price', 'category'] as const;

const isEmpty = (draft: Draft) => fields.every((field) => draft[field].trim() === '');

/** Keeps what `uid` has typed so far; nothing typed leaves nothing behind. Storage may be closed. */
export function keepDraft(store: Store, uid: string, form: Draft): void {
  const { title, description, price, category } = form;
  const draft = { title, description, price, category };
  try {
    if (isEmpty(draft)) store.removeItem(KEY);
    else store.setItem(KEY, JSON.stringify({ uid, draft }));
  } catch {
    // Then the draft lasts as long as the page.
  }
}

/** What `uid` typed before; never another person's. */
export function readDraft(store: Store, uid: string): Draft {
  try {
    const kept = JSON.parse(store.getItem(KEY) ?? 'null') as {
      uid?: unknown;
      draft?: unknown;
    } | null;
    if (kept?.uid !== uid || typeof kept.draft !== 'object') return emptyForm;
    const draft = kept.draft as Record<string, unknown> | null;
    const text = (field: string) => (typeof draft?.[field] === 'string' ? draft[field] : '');
    return {
      title: text('title'),
      description: text('description'),
      price: text('price'),
      category: text('category'),
    };
  } catch {
    return emptyForm;
  }
}

export function dropDraft(store: Store): void {
  try {
    store.removeItem(KEY);
  } catch {
    // Closed storage holds none.
  }
}
