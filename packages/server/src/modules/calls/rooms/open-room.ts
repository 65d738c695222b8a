import type { CallRoom } from '@guilda/contract/chat/calls';
import type { Person } from '../../../platform/actor.ts';
import { singleFlight } from '../../../platform/async/single-flight.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { VoiceRooms } from '../../../ports/voice-rooms.ts';
import { lockOpenAccounts, lockUnblockedPair } from '../../users/index.ts';
import type { CallDeps } from '../call-deps.ts';
import { applyCallTransition, type RoomData } from '../call-transition-store.ts';
import type { CallRow } from '../calls-table.ts';
import { emitCallChanged, emitCallEnded } from '../emit-call.ts';
import { scheduleAcceptedEmission } from './confirm-accepted.ts';
import { findCall, findCallForCallee, recordUnclosedRoom } from './room-store.ts';

/** Ms between two checks of a room that another request is opening. */
const POLL_INTERVAL_MS = 200;
/** Maximum waiting time for a room that another request is opening, in ms. */
const MAX_WAIT_MS = 15_000;

export type OpenRoomDeps = Pick<CallDeps, 'database' | 'realtime' | 'timers' | 'log' | 'rooms'>;

/** {@link OpenRoomDeps} when Discord is configured. */
type ConfiguredRoomDeps = OpenRoomDeps & { readonly rooms: VoiceRooms };

type OpenRoomResult = Result<CallRoom, 'call_not_found' | 'call_room_failed'>;

/** A call that the callee has answered, with the Discord ids of both people. */
interface AnsweredCall {
  readonly call: CallRow;
  readonly discordIds: readonly [caller: string, callee: string];
}

const roomResultOf = ({ inviteLink, response }: CallRow): OpenRoomResult =>
  response === null ? err('call_not_found') : ok({ invite_link: inviteLink, response });

/** Runs `applyTransition` if both accounts are open and neither has blocked the other; otherwise ends the call. */
async function transitionOrEnd(
  tx: Db,
  call: CallRow,
  applyTransition: () => Promise<CallRow | null>,
) {
  const { id, callerId, calleeId } = call;
  const areAccountsOpen = await lockOpenAccounts(tx, [callerId, calleeId]);
  const mayCallEachOther = areAccountsOpen && (await lockUnblockedPair(tx, callerId, calleeId));
  return mayCallEachOther ? applyTransition() : applyCallTransition(tx, 'decline', id);
}

/** Waits for the outcome of a call whose room is being opened by another request, possibly on another node. */
async function waitForOpenedRoom(
  { database, timers }: OpenRoomDeps,
  id: string,
): Promise<OpenRoomResult> {
  const deadlineMs = timers.now() + MAX_WAIT_MS;
  for (;;) {
    const call = await findCall(database.db, id);
    if (call?.state === 'accepted') return roomResultOf(call);
    if (call?.outcome === 'failed') return err('call_room_failed');
    if (call?.state !== 'opening') return err('call_not_found');
    if (timers.now() >= deadlineMs) return err('call_room_failed');
    await new Promise<void>((resolve) => timers.after(POLL_INTERVAL_MS, resolve));
  }
}

/** Ends a call whose room could not be opened, and emits the end, unless the call has ended already. */
async function failCall(deps: OpenRoomDeps, { id }: CallRow): Promise<OpenRoomResult> {
  const failedCall = await applyCallTransition(deps.database.db, 'fail', id);
  if (!failedCall) return err('call_not_found');
  emitCallEnded(deps, failedCall);
  return err('call_room_failed');
}

/** Closes a room at Discord that no call uses. When Discord fails, stores the room, so that `calls.sweep` closes it. */
async function discardRoom(
  { rooms, database }: ConfiguredRoomDeps,
  call: CallRow,
  channelId: string,
) {
  const closeResult = await rooms.close(channelId);
  if (!closeResult.ok) await recordUnclosedRoom(database.db, call.id, channelId);
}

/**
 * Closes the room and ends the call after the transaction that accepts the call has failed. It is unknown whether that
 * transaction was committed, so the call is ended whether it is opening or accepted.
 */
async function undoOpening(
  deps: ConfiguredRoomDeps,
  call: CallRow,
  channelId: string,
): Promise<void> {
  const { db } = deps.database;
  try {
    await discardRoom(deps, call, channelId);
    const endedCall =
      (await applyCallTransition(db, 'fail', call.id)) ??
      (await applyCallTransition(db, 'empty', call.id));
    if (endedCall) emitCallEnded(deps, endedCall);
  } catch (error) {
    deps.log.warn({ err: error }, 'cleaning up a failed call is left to the sweep');
  }
}

async function acceptCall(
  deps: ConfiguredRoomDeps,
  call: CallRow,
  room: RoomData & { readonly channelId: string },
): Promise<OpenRoomResult> {
  const acceptedCall = await deps.database
    .transaction((tx) =>
      transitionOrEnd(tx, call, () => applyCallTransition(tx, 'accept', call.id, room)),
    )
    .catch(async (error: unknown) => {
      await undoOpening(deps, call, room.channelId);
      throw error;
    });
  if (acceptedCall?.state === 'accepted') {
    emitCallChanged(deps, acceptedCall);
    scheduleAcceptedEmission(deps, acceptedCall);
    return roomResultOf(acceptedCall);
  }
  if (acceptedCall) emitCallEnded(deps, acceptedCall);
  await discardRoom(deps, call, room.channelId);
  return err('call_not_found');
}

async function answerAndOpenRoom(
  deps: ConfiguredRoomDeps,
  { call, discordIds }: AnsweredCall,
): Promise<OpenRoomResult> {
  const { database, rooms } = deps;
  const answeredCall = await database.transaction((tx) =>
    transitionOrEnd(tx, call, () => applyCallTransition(tx, 'answer', call.id)),
  );
  if (!answeredCall) return waitForOpenedRoom(deps, call.id);
  if (answeredCall.state === 'ended') {
    emitCallEnded(deps, answeredCall);
    return err('call_not_found');
  }
  emitCallChanged(deps, answeredCall);
  const openResult = await rooms
    .open({ callId: call.id, people: discordIds })
    .catch((error: unknown) => {
      deps.log.error({ err: error }, 'opening a room failed unexpectedly');
      return err('call_room_failed');
    });
  if (!openResult.ok) return failCall(deps, answeredCall);
  const [callerDiscordId, calleeDiscordId] = discordIds;
  return acceptCall(deps, answeredCall, { ...openResult.value, callerDiscordId, calleeDiscordId });
}

/** Discord ids of caller and callee as the client sent them. */
export interface DiscordIdPair {
  readonly caller_id: string;
  readonly receiver_id: string;
}

/**
 * Accepts a ringing call and opens its room once: repeated requests, also on other nodes, get the same answer
 * (docs/product/calls.md). `callee_without_discord`: the actor has no linked Discord account; `call_not_found`: the
 * actor is not the callee of a call between these Discord ids, or the call has ended; `call_room_failed`: the room
 * could not be opened and the call has ended; `calls_unavailable`: Discord is not configured.
 */
export function openRoom(deps: OpenRoomDeps) {
  const shareRunningRequest = singleFlight<OpenRoomResult>();
  return async (
    { uid }: Pick<Person, 'uid'>,
    discordIds: DiscordIdPair,
  ): Promise<OpenRoomResult | Result<never, 'callee_without_discord' | 'calls_unavailable'>> => {
    const { rooms } = deps;
    if (!rooms) return err('calls_unavailable');
    const calleeWithCall = await findCallForCallee(deps.database.db, uid);
    if (!calleeWithCall?.calleeDiscordId) return err('callee_without_discord');
    const { call, callerDiscordId, calleeDiscordId } = calleeWithCall;
    const hasMatchingDiscordIds =
      callerDiscordId === discordIds.caller_id && calleeDiscordId === discordIds.receiver_id;
    if (!call || !hasMatchingDiscordIds) return err('call_not_found');
    return shareRunningRequest(call.id, () =>
      answerAndOpenRoom(
        { ...deps, rooms },
        { call, discordIds: [callerDiscordId, calleeDiscordId] },
      ),
    );
  };
}
