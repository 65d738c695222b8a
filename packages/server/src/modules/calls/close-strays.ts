import type { CallDeps } from './call-deps.ts';
import { strayOf } from './room-store.ts';

/** Rooms closed in one run at most, and how long it begins with new ones, in ms. */
const AT_MOST = 50;
const RUN_MS = 40_000;

export type CloseStraysDeps = Pick<CallDeps, 'database' | 'timers' | 'log' | 'rooms'>;

/**
 * Closes rooms at Discord that no call owns, as a crash leaves them (`product §7`). A call says that
 * its room is being made before it is: asked in this order, first Discord and then the database,
 * each room of the list has its call there, on whichever node it is being made. What Discord fails
 * at is left to the next run; without Discord there is nothing to close.
 */
export const closeStrays =
  ({ database, timers, log, rooms }: CloseStraysDeps) =>
  async (signal?: AbortSignal): Promise<void> => {
    if (!rooms) return;
    const until = timers.now() + RUN_MS;
    const listed = await rooms.list();
    if (!listed.ok || listed.value.length === 0) return;
    const strays = await strayOf(database.db, listed.value);
    let closed = 0;
    for (const { channelId } of strays.slice(0, AT_MOST)) {
      if (signal?.aborted || timers.now() >= until) break;
      if (!(await rooms.close(channelId)).ok) break;
      closed += 1;
    }
    if (strays.length > 0) log.info({ strays: strays.length, closed }, 'rooms of no call');
  };
