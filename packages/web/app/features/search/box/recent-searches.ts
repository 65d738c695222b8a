import { limits } from '@guilda/contract/limits';

/** Key of local storage. Signing out clears local storage, so that the next person does not see these searches. */
const STORAGE_KEY = 'guilda-recent-searches';

/** The last searches of this browser, newest first; empty where the browser stores nothing. */
export function readRecentSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((text) => typeof text === 'string').slice(0, limits.recentSearches);
  } catch {
    return [];
  }
}

/** Puts a search first; an earlier one with the same text, apart from case, is replaced. */
export function rememberSearch(text: string): void {
  const isOther = (earlier: string) => earlier.toLowerCase() !== text.toLowerCase();
  const searches = [text, ...readRecentSearches().filter(isOther)].slice(0, limits.recentSearches);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(searches));
  } catch {
    // The storage is full or forbidden; the search itself works without it.
  }
}

export function forgetSearches(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Where storage is forbidden, there is nothing to remove.
  }
}
