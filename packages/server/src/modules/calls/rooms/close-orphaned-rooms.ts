import type { CallDeps } from '../call-deps.ts';
import { findOrphanedRooms } from './room-store.ts';

/** Maximum rooms closed in one run, and the time after which no further one is started, in ms. */
const MAX_ROOMS_PER_RUN = 50;
const MAX_RUN_MS = 40_000;

export type CloseOrphanedRoomsDeps = Pick<CallDeps, 'database' | 'timers' | 'log' | 'rooms'>;

/**
 * Closes rooms at Discord that belong to no call, which a crash can leave behind. A call is stored as
 * `opening` before its room is made, so rooms listed first and compared with the database afterwards have
 * their call, whichever node makes it. Failures of Discord are left to the next run.
 */
export const closeOrphanedRooms =
  ({ database, timers, log, rooms }: CloseOrphanedRoomsDeps) =>
  async (signal?: AbortSignal): Promise<void> => {
    if (!rooms) return;
    const until = timers.now() + MAX_RUN_MS;
    const listed = await rooms.list();
    if (!listed.ok || listed.value.length === 0) return;
    const orphaned = await findOrphanedRooms(database.db, listed.value);
    let closed = 0;
    for (const { channelId } of orphaned.slice(0, MAX_ROOMS_PER_RUN)) {
      if (signal?.aborted || timers.now() >= until) break;
      if (!(await rooms.close(channelId)).ok) break;
      closed += 1;
    }
    if (orphaned.length > 0)
      log.info({ orphaned: orphaned.length, closed }, 'closed orphaned rooms');
  };
