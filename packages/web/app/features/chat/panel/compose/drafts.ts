import { storageKeys } from '../../../../lib/session/storage.ts';

/** Session storage key of unsent texts, which are removed when the tab is closed or the person signs out. */
const DRAFTS_KEY = 'guilda-rascunhos';

type DraftsByPartner = Record<string, string>;

function readDrafts(): DraftsByPartner {
  try {
    const storedDrafts: unknown = JSON.parse(sessionStorage.getItem(DRAFTS_KEY) ?? '{}');
    return typeof storedDrafts === 'object' && storedDrafts !== null
      ? (storedDrafts as DraftsByPartner)
      : {};
  } catch {
    // Storage is unavailable or contains invalid data, so there is no draft.
    return {};
  }
}

/** Key of a draft: author and partner, so that another person on this device never sees the draft. */
const draftKey = (uid: string) => `${localStorage.getItem(storageKeys.uid)}/${uid}`;

/** The unsent text to `uid`. */
export function readMessageDraft(uid: string): string {
  const draft = readDrafts()[draftKey(uid)];
  return typeof draft === 'string' ? draft : '';
}

/** Stores the unsent text to `uid`; an empty text removes the draft. */
export function storeMessageDraft(uid: string, text: string): void {
  const { [draftKey(uid)]: _, ...others } = readDrafts();
  const drafts = text === '' ? others : { ...others, [draftKey(uid)]: text };
  try {
    sessionStorage.setItem(DRAFTS_KEY, JSON.stringify(drafts));
  } catch {
    // Storage is full or unavailable: the text is lost when its field is closed.
  }
}
