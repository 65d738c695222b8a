import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Number of history entries whose visit is remembered. */
const MAX_ENTRIES = 200;

/** Visit key by the key of the history entry, for entries that a dialog or a conversation added to a visit. */
const visitKeysByEntry = new Map<string, string>();

/** Remembers that a history entry belongs to a visit; forgets the oldest entry when there are too many. */
function rememberVisit(entryKey: string, visitKey: string): void {
  if (entryKey === visitKey) return;
  visitKeysByEntry.set(entryKey, visitKey);
  const [oldest] = visitKeysByEntry.keys();
  if (visitKeysByEntry.size > MAX_ENTRIES && oldest !== undefined) visitKeysByEntry.delete(oldest);
}

/**
 * Cache key of a visit to the feed. Back finds the list of the earlier visit, also by a history entry that a dialog or a
 * conversation added to that visit; a new visit loads a new list.
 * @param firstPage data of the page's loader, another object for each run of the loader
 */
export function useVisitKey(firstPage: object): string {
  const { key } = useLocation();
  const visit = useRef<{ readonly first: object; readonly key: string }>(null);
  // Opening a dialog changes the location without running the loader, so the visit stays the same.
  if (visit.current?.first !== firstPage)
    visit.current = { first: firstPage, key: visitKeysByEntry.get(key) ?? key };
  const { key: visitKey } = visit.current;
  useEffect(() => rememberVisit(key, visitKey), [key, visitKey]);
  return visitKey;
}
