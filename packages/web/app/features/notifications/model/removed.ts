/** A person may remove this many before the first of them are forgotten. */
const KEPT = 200;
const KEY = 'guilda-avisos-removidos';

/** The removed notifications: id and time of each. A renewed one is shown again. */
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
 * Removed notifications stay removed in this browser only: the server keeps them as history. If storage
 * fails, they are shown again after a reload.
 */
export function removedStore(storage: Pick<Storage, 'getItem' | 'setItem'>): RemovedStore {
  const read = () => parse(storage.getItem(KEY));
  return {
    has: ({ id, createdAt }) =>
      read().some(([known, removedAt]) => known === id && removedAt >= createdAt),
    add: ({ id, createdAt }) => {
      const others = read().filter(([known]) => known !== id);
      try {
        storage.setItem(KEY, JSON.stringify([[id, createdAt], ...others].slice(0, KEPT)));
      } catch {
        // The notification is shown again after the next page load.
      }
    },
  };
}
