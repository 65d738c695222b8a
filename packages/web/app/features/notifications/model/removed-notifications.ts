/** Maximum number of removed notifications that are remembered; the oldest are forgotten first. */
const MAX_REMOVED_ENTRIES = 200;
const REMOVED_KEY = 'guilda-avisos-removidos';

/** Removed notifications by id and time. A renewed notification has a new time and is shown again. */
export interface RemovedNotificationsStore {
  has(notice: { readonly id: string; readonly createdAt: string }): boolean;
  add(notice: { readonly id: string; readonly createdAt: string }): void;
}

type RemovedEntries = [id: string, createdAt: string][];

function parseEntries(text: string | null): RemovedEntries {
  try {
    const entries: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(entries) ? (entries.filter(Array.isArray) as RemovedEntries) : [];
  } catch {
    return [];
  }
}

/**
 * Notifications are removed in this browser only: the server keeps them as history. If the storage fails, removed
 * notifications are shown again after a reload.
 */
export function createRemovedStore(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): RemovedNotificationsStore {
  const readEntries = () => parseEntries(storage.getItem(REMOVED_KEY));
  return {
    has: ({ id, createdAt }) =>
      readEntries().some(([known, removedAt]) => known === id && removedAt >= createdAt),
    add: ({ id, createdAt }) => {
      const otherEntries = readEntries().filter(([removedId]) => removedId !== id);
      try {
        storage.setItem(
          REMOVED_KEY,
          JSON.stringify([[id, createdAt], ...otherEntries].slice(0, MAX_REMOVED_ENTRIES)),
        );
      } catch {
        // Storage failed: the notification is shown again after the next page load.
      }
    },
  };
}
