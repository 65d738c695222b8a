import { limits } from '@guilda/contract/limits';
import { memoizeByKey } from '../async/memoize-by-key.ts';
import type { DatabaseListener } from './listener.ts';
import { readPrimary } from './replicas/replicas.ts';

/** Channel of the database's notifications about changes in public data: migrations/0086_public_changes.sql. */
export const CHANGES_CHANNEL = 'guilda_public';

/** Source of the database's notifications about changes in public data. */
export type PublicChanges = Pick<DatabaseListener, 'on' | 'onLost' | 'onReconnect'>;

/**
 * Creates a function that runs reads whose results are kept until the next change. For ten seconds after each change of
 * public data they go to the primary, because a result from a replica that lags behind would be kept. Null for a source
 * that tells nothing.
 */
export function createCurrentReader(changes: PublicChanges | null): <T>(work: () => T) => T {
  let changedAt = Number.NEGATIVE_INFINITY;
  const noteChange = () => {
    changedAt = performance.now();
  };
  changes?.on(CHANGES_CHANNEL, noteChange);
  changes?.onReconnect(noteChange);
  return (work) =>
    performance.now() - changedAt < limits.replicas.primaryAfterWriteMs
      ? readPrimary(work)
      : work();
}

/** Returns the result of `read` for a key, or an earlier one that is still current. */
type ReadUntilChange<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Memoizes what visitors read for `ms` milliseconds, at most `maxKeys` results, and discards everything when any public
 * data changes. While the connection for the notifications is lost, nothing is memoized.
 */
export function memoizeUntilChange<T>(
  changes: PublicChanges,
  options: { readonly ms: number; readonly maxKeys: number },
): ReadUntilChange<T> {
  const memoized = memoizeByKey<T>(options);
  const runReads = createCurrentReader(changes);
  let isSuspended = false;
  changes.on(CHANGES_CHANNEL, memoized.clear);
  changes.onLost(() => {
    isSuspended = true;
    memoized.clear();
  });
  changes.onReconnect(() => {
    isSuspended = false;
  });
  return (key, read) => (isSuspended ? read() : memoized.get(key, () => runReads(read)));
}
