import { storageKeys } from '../../../../lib/session/storage.ts';

/** Session storage key of what was typed and not sent; it ends with the tab, and with signing out. */
const DRAFTS_KEY = 'guilda-rascunhos';

type Drafts = Record<string, string>;

function readDrafts(): Drafts {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(DRAFTS_KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Drafts) : {};
  } catch {
    // Storage is closed, or holds something else: there is no draft.
    return {};
  }
}

/** Key of a draft: author and partner, so that another person on this device never gets it. */
const draftKey = (uid: string) => `${localStorage.getItem(storageKeys.uid)}/${uid}`;

/** The unsent draft to `uid`. */
export function readMessageDraft(uid: string): string {
  const kept = readDrafts()[draftKey(uid)];
  return typeof kept === 'string' ? kept : '';
}

/** Keeps what is typed to `uid`; an empty text is kept no longer. */
export function storeMessageDraft(uid: string, text: string): void {
  const { [draftKey(uid)]: _, ...others } = readDrafts();
  const drafts = text === '' ? others : { ...others, [draftKey(uid)]: text };
  try {
    sessionStorage.setItem(DRAFTS_KEY, JSON.stringify(drafts));
  } catch {
    // Full or closed: the text lives as long as its field.
  }
}
