import { limits } from '@guilda/contract/limits';

/** Key of local storage. Signing out clears local storage, so that the next person does not see these searches. */
const STORAGE_KEY = 'guilda-recent-searches';

/** The last searches of this browser, newest first; empty when storage is unavailable. */
export function readRecentSearches(): readonly string[] {
  try {
    const storedSearches: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    if (!Array.isArray(storedSearches)) return [];
    return storedSearches
      .filter((text) => typeof text === 'string')
      .slice(0, limits.recentSearches);
  } catch {
    return [];
  }
}

/** Adds a search at the beginning; an earlier search with the same text, ignoring case, is removed. */
export function rememberSearch(text: string): void {
  const isOther = (earlierSearch: string) => earlierSearch.toLowerCase() !== text.toLowerCase();
  const searches = [text, ...readRecentSearches().filter(isOther)].slice(0, limits.recentSearches);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(searches));
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
