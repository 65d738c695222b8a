import type { CallDeps } from '../call-deps.ts';
import { findOrphanedRooms } from './room-store.ts';

/** Maximum number of rooms that one run closes. */
const MAX_ROOMS_PER_RUN = 50;
/** Duration of a run in ms after which the run closes no further room. */
const MAX_RUN_MS = 40_000;

export type CloseOrphanedRoomsDeps = Pick<CallDeps, 'database' | 'timers' | 'log' | 'rooms'>;

/**
 * Closes rooms at Discord that belong to no call, for example after a crash. The rooms are listed at Discord before the
 * calls are read: a call is stored as `opening` before its room is opened, so every listed room that is in use then has
 * its call in the database. When Discord fails, the next run tries again.
 */
export const closeOrphanedRooms =
  ({ database, timers, log, rooms }: CloseOrphanedRoomsDeps) =>
  async (signal?: AbortSignal): Promise<void> => {
    if (!rooms) return;
    const endsAtMs = timers.now() + MAX_RUN_MS;
    const listResult = await rooms.list();
    if (!listResult.ok || listResult.value.length === 0) return;
    const orphanedRooms = await findOrphanedRooms(database.db, listResult.value);
    let closedCount = 0;
    for (const { channelId } of orphanedRooms.slice(0, MAX_ROOMS_PER_RUN)) {
      if (signal?.aborted || timers.now() >= endsAtMs) break;
      if (!(await rooms.close(channelId)).ok) break;
      closedCount += 1;
    }
    if (orphanedRooms.length > 0)
      log.info({ orphaned: orphanedRooms.length, closed: closedCount }, 'closed orphaned rooms');
  };
