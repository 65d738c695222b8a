import { StorageUnavailableError } from '../../ports/file-store.ts';
import type { Timers } from '../../ports/timers.ts';
import { failing, type Room, saidNo } from './place.ts';

/** How long nobody may upload after a bucket refused a file, in ms; then the next file tries again. */
const CLOSED_MS = 30_000;

export function openRoom(timers: Pick<Timers, 'now'>): Room {
  let closedUntil = Number.NEGATIVE_INFINITY;
  return {
    check: async () => {
      if (timers.now() < closedUntil) throw failing('the bucket takes no files');
    },
    failed: (error) => {
      if (error instanceof StorageUnavailableError && saidNo(error))
        closedUntil = timers.now() + CLOSED_MS;
    },
  };
}
