/** A person may remove this many before the first of them are forgotten. */
const KEPT = 200;
const KEY = 'guilda-avisos-removidos';

/** What was removed here: the id of each, and the moment it told of. One that is renewed shows again. */
export interface RemovedStore {
  has(notice: { readonly id: string; readonly createdAt: string }): boolean;
  add(notice: { readonly id: string; readonly createdAt: string }): void;
}

type Entries = [id: string, createdAt: string][];

function parse(text: string | null): Entries {
  try {
    const entries: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(entries) ? (entries.filter(Array.isArray) as Entries) : [];
  } catch {
    return [];
  }
}

/**
 * Removed notifications stay removed on this browser: the server keeps them as history. Storage that
 * is closed or full loses no more than that.
 */
export function removedStore(storage: Pick<Storage, 'getItem' | 'setItem'>): RemovedStore {
  const read = () => parse(storage.getItem(KEY));
  return {
    has: ({ id, createdAt }) => read().some(([known, told]) => known === id && told >= createdAt),
    add: ({ id, createdAt }) => {
      const others = read().filter(([known]) => known !== id);
      try {
        storage.setItem(KEY, JSON.stringify([[id, createdAt], ...others].slice(0, KEPT)));
      } catch {
        // It comes back with the next page load.
      }
    },
  };
}
