import { serviceType } from '@guilda/contract/services/catalog';
import { emptyServiceForm, type ServiceForm } from './service-form.ts';

/** Session storage key of the draft. Closing the dialog keeps the draft; publishing and the cancel button delete it. */
const DRAFT_KEY = 'guilda-draft-service';

const textFields = ['title', 'description', 'price', 'category'] as const;

/** The stored fields of a draft, without the picture, which session storage cannot store. */
export interface ServiceDraft extends Pick<ServiceForm, (typeof textFields)[number] | 'type'> {
  /** Ids of uploaded files of the pack, in their order. */
  readonly archiveIds: readonly string[];
  /** Idempotency key of a request that may have published the service; null when there is none. */
  readonly unansweredKey: string | null;
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const isEmptyDraft = (draft: ServiceDraft) =>
  draft.archiveIds.length === 0 &&
  draft.type === emptyServiceForm.type &&
  textFields.every((field) => draft[field].trim() === '');

/** The draft before anything was typed. */
export const emptyServiceDraft: ServiceDraft = {
  title: emptyServiceForm.title,
  description: emptyServiceForm.description,
  price: emptyServiceForm.price,
  category: emptyServiceForm.category,
  type: emptyServiceForm.type,
  archiveIds: [],
  unansweredKey: null,
};

/** Stores the draft of `uid`, or removes it when nothing was typed. Errors of the storage are ignored. */
export function storeServiceDraft(
  storage: DraftStorage,
  uid: string,
  serviceDraft: ServiceDraft,
): void {
  try {
    if (isEmptyDraft(serviceDraft)) storage.removeItem(DRAFT_KEY);
    else storage.setItem(DRAFT_KEY, JSON.stringify({ uid, draft: serviceDraft }));
  } catch {
    // Storage is unavailable: the draft is lost when the page is closed.
  }
}

function decodeDraft(storedDraft: Record<string, unknown>): ServiceDraft {
  const textOf = (field: string) =>
    typeof storedDraft[field] === 'string' ? storedDraft[field] : '';
  const ids = Array.isArray(storedDraft['archiveIds']) ? storedDraft['archiveIds'] : [];
  return {
    title: textOf('title'),
    description: textOf('description'),
    price: textOf('price'),
    category: textOf('category'),
    type: serviceType.safeParse(storedDraft['type']).data ?? '',
    archiveIds: ids.filter((id) => typeof id === 'string'),
    unansweredKey: textOf('unansweredKey') || null,
  };
}

/** The stored draft if it belongs to `uid`; otherwise the empty draft. */
export function readServiceDraft(storage: DraftStorage, uid: string): ServiceDraft {
  try {
    const storedDraft = JSON.parse(storage.getItem(DRAFT_KEY) ?? 'null') as {
      uid?: unknown;
      draft?: unknown;
    } | null;
    if (storedDraft?.uid !== uid || typeof storedDraft.draft !== 'object') return emptyServiceDraft;
    return decodeDraft((storedDraft.draft ?? {}) as Record<string, unknown>);
  } catch {
    return emptyServiceDraft;
  }
}

export function deleteServiceDraft(storage: DraftStorage): void {
  try {
    storage.removeItem(DRAFT_KEY);
  } catch {
    // Storage is unavailable: there is no draft to remove.
  }
}
