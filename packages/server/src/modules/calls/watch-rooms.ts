import { ok } from '../../platform/result.ts';
import type { CallDeps } from './call-deps.ts';
import type { CallRow } from './calls-table.ts';
import { moveCall } from './move-call.ts';
import { claimRooms, discordIdsOf, markClosed, noteLook } from './room-store.ts';
import { tellEnd } from './tell-call.ts';

/** Rooms looked at together, and in one run at most; how long a run begins with new ones, in ms. */
const TOGETHER = 5;
const AT_MOST = 200;
const RUN_MS = 40_000;

export type WatchDeps = Pick<CallDeps, 'database' | 'realtime' | 'timers' | 'rooms'>;

/** A room that has been made. */
type Room = CallRow & { readonly channelId: string };

const isRoom = (call: CallRow): call is Room => call.channelId !== null;

/** Whether one of the two is there; null while Discord cannot say. */
async function isOccupied({ rooms }: WatchDeps, room: Room, ids: ReadonlyMap<string, string>) {
  const people = [room.callerId, room.calleeId].flatMap((uid) => ids.get(uid) ?? []);
  // Who is unlinked is nobody there, and without Discord nobody is.
  if (!rooms || people.length === 0) return false;
  const occupied = await rooms.isOccupied({ channelId: room.channelId, people });
  return occupied.ok ? occupied.value : null;
}

/** Ends the call of a room that is not needed any more, and the room; false when Discord fails. */
async function closeRoom(deps: WatchDeps, { id, channelId }: Room): Promise<boolean> {
  const { db } = deps.database;
  const emptied = await moveCall(db, 'empty', id);
  if (emptied) tellEnd(deps, emptied);
  // Without Discord nobody can be asked: once it is set up again, the room is a stray.
  const closed = deps.rooms ? await deps.rooms.close(channelId) : ok(undefined);
  if (closed.ok) await markClosed(db, id);
  return closed.ok;
}

async function lookAt(deps: WatchDeps, room: Room, ids: ReadonlyMap<string, string>) {
  const occupied = await isOccupied(deps, room, ids);
  if (occupied === null) return false;
  const over = await noteLook(deps.database.db, room.id, occupied);
  return over ? closeRoom(deps, room) : true;
}

/** Takes on a few rooms; false when there is no need, or no use, to take on more. */
async function lookAtSome(deps: WatchDeps): Promise<boolean> {
  const { db } = deps.database;
  const some = (await claimRooms(db, TOGETHER)).filter(isRoom);
  const ids = await discordIdsOf(
    db,
    some.flatMap(({ callerId, calleeId }) => [callerId, calleeId]),
  );
  const looks = await Promise.all(some.map((room) => lookAt(deps, room, ids)));
  return some.length === TOGETHER && looks.every(Boolean);
}

/**
 * Looks at the rooms that stand, those that waited longest first, and closes what is over (see
 * {@link noteLook}); an accepted call ends with its room. Each minute: what is not reached, or fails
 * at Discord, has its turn the next time. At most {@link AT_MOST} rooms, each with three questions to
 * Discord.
 */
export const watchRooms =
  (deps: WatchDeps) =>
  async (signal: AbortSignal): Promise<void> => {
    const until = deps.timers.now() + RUN_MS;
    for (let seen = 0; seen < AT_MOST; seen += TOGETHER) {
      if (signal.aborted || deps.timers.now() >= until) return;
      if (!(await lookAtSome(deps))) return;
    }
  };
