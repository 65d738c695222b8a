import { emptyServiceForm, type ServiceForm } from './service-form.ts';

/** Session storage key of the draft that remains when the dialog is closed. */
const KEY = 'guilda-draft-service';

const texts = ['title', 'description', 'price', 'category'] as const;

/** The stored fields of a draft. A picture cannot be stored. */
export interface ServiceDraft extends Pick<ServiceForm, (typeof texts)[number] | 'type'> {
  /** Files of its pack that are stored, in their order. */
  readonly archiveIds: readonly string[];
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const isEmpty = (draft: ServiceDraft) =>
  draft.archiveIds.length === 0 && texts.every((field) => draft[field].trim() === '');

/** A draft without input. */
export const emptyServiceDraft: ServiceDraft = {
  title: emptyServiceForm.title,
  description: emptyServiceForm.description,
  price: emptyServiceForm.price,
  category: emptyServiceForm.category,
  type: emptyServiceForm.type,
  archiveIds: [],
};

/** Keeps what `uid` has typed so far; nothing typed leaves nothing behind. Storage may be closed. */
export function storeServiceDraft(store: Store, uid: string, form: ServiceDraft): void {
  const { title, description, price, category, type, archiveIds } = form;
  const draft: ServiceDraft = { title, description, price, category, type, archiveIds };
  try {
    if (isEmpty(draft)) store.removeItem(KEY);
    else store.setItem(KEY, JSON.stringify({ uid, draft }));
  } catch {
    // Then the draft lasts as long as the page.
  }
}

function decode(draft: Record<string, unknown>): ServiceDraft {
  const text = (field: string) => (typeof draft[field] === 'string' ? draft[field] : '');
  const ids = Array.isArray(draft['archiveIds']) ? draft['archiveIds'] : [];
  return {
    title: text('title'),
    description: text('description'),
    price: text('price'),
    category: text('category'),
    type: draft['type'] === 'media' ? 'media' : 'call',
    archiveIds: ids.filter((id) => typeof id === 'string'),
  };
}

/** The stored draft of `uid`; never another person's. */
export function readServiceDraft(store: Store, uid: string): ServiceDraft {
  try {
    const kept = JSON.parse(store.getItem(KEY) ?? 'null') as {
      uid?: unknown;
      draft?: unknown;
    } | null;
    if (kept?.uid !== uid || typeof kept.draft !== 'object') return emptyServiceDraft;
    return decode((kept.draft ?? {}) as Record<string, unknown>);
  } catch {
    return emptyServiceDraft;
  }
}

export function dropDraft(store: Store): void {
  try {
    store.removeItem(KEY);
  } catch {
    // Closed storage holds none.
  }
}
