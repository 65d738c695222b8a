import { ok } from '../../../platform/result.ts';
import type { CallDeps } from '../call-deps.ts';
import { applyCallTransition } from '../call-transition-store.ts';
import type { CallRow } from '../calls-table.ts';
import { emitCallEnded } from '../emit-call.ts';
import {
  claimRoomsToCheck,
  findDiscordIds,
  markRoomClosed,
  recordRoomCheck,
} from './room-store.ts';

/** Number of rooms that are checked at the same time. */
const CONCURRENT_CHECKS = 5;
/** Maximum number of rooms that one run checks. */
const MAX_ROOMS_PER_RUN = 200;
/** Duration of a run in ms after which the run starts no further check. */
const MAX_RUN_MS = 40_000;

export type SweepRoomsDeps = Pick<CallDeps, 'database' | 'realtime' | 'timers' | 'rooms'>;

/** A call whose room exists. */
type CallWithRoom = CallRow & { readonly channelId: string };

const hasRoom = (call: CallRow): call is CallWithRoom => call.channelId !== null;

/**
 * Who is in the room; null when Discord does not answer. The accounts that the room was opened for count, so that nobody
 * disappears from the room by unlinking Discord; `linkedDiscordIds` serve calls for which none are stored.
 */
async function readPresence(
  { rooms }: SweepRoomsDeps,
  call: CallWithRoom,
  linkedDiscordIds: ReadonlyMap<string, string>,
) {
  const caller = call.callerDiscordId ?? linkedDiscordIds.get(call.callerId);
  const callee = call.calleeDiscordId ?? linkedDiscordIds.get(call.calleeId);
  const people = [caller, callee].filter((discordId) => discordId !== undefined);
  // Only people with a Discord account can be in a room.
  if (!rooms || people.length === 0) return { isCallerPresent: false, isCalleePresent: false };
  const presentResult = await rooms.listPresent({ channelId: call.channelId, people });
  if (!presentResult.ok) return null;
  const isPresent = (discordId: string | undefined) =>
    discordId !== undefined && presentResult.value.includes(discordId);
  return { isCallerPresent: isPresent(caller), isCalleePresent: isPresent(callee) };
}

/** Ends the call of an empty room and closes the room; false when Discord fails. */
async function closeRoom(deps: SweepRoomsDeps, { id, channelId }: CallWithRoom): Promise<boolean> {
  const { db } = deps.database;
  const emptiedCall = await applyCallTransition(db, 'empty', id);
  if (emptiedCall) emitCallEnded(deps, emptiedCall);
  // Without Discord the room counts as closed. Once Discord is configured again, `closeOrphanedRooms` finds the room.
  const closeResult = deps.rooms ? await deps.rooms.close(channelId) : ok(undefined);
  if (closeResult.ok) await markRoomClosed(db, id);
  return closeResult.ok;
}

async function checkRoom(
  deps: SweepRoomsDeps,
  call: CallWithRoom,
  linkedDiscordIds: ReadonlyMap<string, string>,
) {
  const presence = await readPresence(deps, call, linkedDiscordIds);
  if (presence === null) return false;
  const shouldClose = await recordRoomCheck(deps.database.db, call.id, presence);
  return shouldClose ? closeRoom(deps, call) : true;
}

/** Checks the next {@link CONCURRENT_CHECKS} rooms; false when no room is left or Discord fails. */
async function checkNextRooms(deps: SweepRoomsDeps): Promise<boolean> {
  const { db } = deps.database;
  const claimedCalls = (await claimRoomsToCheck(db, CONCURRENT_CHECKS)).filter(hasRoom);
  const linkedDiscordIds = await findDiscordIds(
    db,
    claimedCalls.flatMap(({ callerId, calleeId }) => [callerId, calleeId]),
  );
  const checkResults = await Promise.all(
    claimedCalls.map((call) => checkRoom(deps, call, linkedDiscordIds)),
  );
  return claimedCalls.length === CONCURRENT_CHECKS && checkResults.every(Boolean);
}

/**
 * Checks open rooms, beginning with the room that was not checked for the longest time, and closes rooms that
 * `recordRoomCheck` says to close; an accepted call ends with its room. Runs every minute. A run checks at most
 * `MAX_ROOMS_PER_RUN` rooms with up to three requests to Discord each; the next run checks the remaining and failed
 * ones.
 */
export const sweepRooms =
  (deps: SweepRoomsDeps) =>
  async (signal: AbortSignal): Promise<void> => {
    const endsAtMs = deps.timers.now() + MAX_RUN_MS;
    for (
      let checkedCount = 0;
      checkedCount < MAX_ROOMS_PER_RUN;
      checkedCount += CONCURRENT_CHECKS
    ) {
      if (signal.aborted || deps.timers.now() >= endsAtMs) return;
      if (!(await checkNextRooms(deps))) return;
    }
  };
