import { limits } from '@guilda/contract/limits';
import { storageKeys } from '../../../lib/session/storage.ts';

/** Key of local storage. Signing out clears local storage. */
const STORAGE_KEY = 'guilda-recent-searches';

/**
 * The stored searches with their owner, because a session can also end without signing out, and the next person must not
 * see these searches.
 */
interface StoredSearches {
  /** Uid of the person who made the searches; null for a visitor. */
  readonly uid: string | null;
  readonly texts: readonly unknown[];
}

/** Uid of the person whose searches are stored and shown; null for a visitor. */
const ownerUid = () => localStorage.getItem(storageKeys.uid);

function isStoredSearches(value: unknown): value is StoredSearches {
  return (
    typeof value === 'object' &&
    value !== null &&
    'uid' in value &&
    'texts' in value &&
    Array.isArray(value.texts)
  );
}

/** The person's last searches in this browser, newest first; empty when storage is unavailable. */
export function readRecentSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    if (!isStoredSearches(stored) || stored.uid !== ownerUid()) return [];
    return stored.texts.filter((text) => typeof text === 'string').slice(0, limits.recentSearches);
  } catch {
    return [];
  }
}

/**
 * Adds a search at the beginning; an earlier search with the same text, ignoring case, is removed, and so are searches
 * of another person.
 */
export function rememberSearch(text: string): void {
  const isOther = (earlierSearch: string) => earlierSearch.toLowerCase() !== text.toLowerCase();
  const texts = [text, ...readRecentSearches().filter(isOther)].slice(0, limits.recentSearches);
  try {
    const stored: StoredSearches = { uid: ownerUid(), texts };
    localStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
  } catch {
    // Errors of the storage are ignored, because the search itself does not need it.
  }
}

export function forgetSearches(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // When storage is unavailable, no searches were stored and nothing needs to be removed.
  }
}
