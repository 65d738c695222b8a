import type { CallRoom } from '@guilda/contract/calls';
import type { Person } from '../../../platform/actor.ts';
import { singleFlight } from '../../../platform/async/single-flight.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { OpenedRoom, VoiceRooms } from '../../../ports/voice-rooms.ts';
import { lockOpenAccounts, lockUnblockedPair } from '../../users/index.ts';
import type { CallDeps } from '../call-deps.ts';
import { moveCall } from '../call-move-store.ts';
import type { CallRow } from '../calls-table.ts';
import { emitCallChanged, emitCallEnded } from '../emit-call.ts';
import { scheduleAcceptedNotification } from './confirm-accepted.ts';
import { findCall, findCallForCallee, recordUnclosedRoom } from './room-store.ts';

/** Poll interval and maximum wait for a room that another node makes, in ms. */
const POLL_MS = 200;
const WAIT_MS = 15_000;

export type OpenRoomDeps = Pick<CallDeps, 'database' | 'realtime' | 'timers' | 'log' | 'rooms'>;

/** Dependencies when Discord is configured. */
type RoomDeps = OpenRoomDeps & { readonly rooms: VoiceRooms };

type Opening = Result<CallRoom, 'call_not_found' | 'call_room_failed'>;

/** An answered call with the Discord ids of its people. */
interface Answered {
  readonly call: CallRow;
  readonly people: readonly [caller: string, callee: string];
}

const roomOf = ({ inviteLink, response }: CallRow): Opening =>
  response === null ? err('call_not_found') : ok({ invite_link: inviteLink, response });

/** Applies a transition if both accounts are open and not blocked; otherwise ends the call. */
async function step(tx: Db, call: CallRow, go: () => Promise<CallRow | null>) {
  const { id, callerId, calleeId } = call;
  const open = await lockOpenAccounts(tx, [callerId, calleeId]);
  const together = open && (await lockUnblockedPair(tx, callerId, calleeId));
  return together ? go() : moveCall(tx, 'decline', id);
}

/** Waits for the outcome of a call whose room is made by another request, maybe on another node. */
async function outcomeOf({ database, timers }: OpenRoomDeps, id: string): Promise<Opening> {
  const until = timers.now() + WAIT_MS;
  for (;;) {
    const call = await findCall(database.db, id);
    if (call?.state === 'accepted') return roomOf(call);
    if (call?.outcome === 'failed') return err('call_room_failed');
    if (call?.state !== 'opening') return err('call_not_found');
    if (timers.now() >= until) return err('call_room_failed');
    await new Promise<void>((resolve) => timers.after(POLL_MS, resolve));
  }
}

/** Ends a call whose room failed. If it has ended already, that was emitted by whoever ended it. */
async function fail(deps: OpenRoomDeps, { id }: CallRow): Promise<Opening> {
  const failed = await moveCall(deps.database.db, 'fail', id);
  if (!failed) return err('call_not_found');
  emitCallEnded(deps, failed);
  return err('call_room_failed');
}

/** Deletes a room that is not needed; the sweep retries when that fails. */
async function discard({ rooms, database }: RoomDeps, call: CallRow, channelId: string) {
  const closed = await rooms.close(channelId);
  if (!closed.ok) await recordUnclosedRoom(database.db, call.id, channelId);
}

/** Cleans up after a database failure, whether or not the transaction was committed. */
async function undo(deps: RoomDeps, call: CallRow, channelId: string): Promise<void> {
  const { db } = deps.database;
  try {
    await discard(deps, call, channelId);
    const ended = (await moveCall(db, 'fail', call.id)) ?? (await moveCall(db, 'empty', call.id));
    if (ended) emitCallEnded(deps, ended);
  } catch (error) {
    deps.log.warn({ err: error }, 'cleaning up a failed call is left to the sweep');
  }
}

async function accept(deps: RoomDeps, call: CallRow, room: OpenedRoom): Promise<Opening> {
  const accepted = await deps.database
    .transaction((tx) => step(tx, call, () => moveCall(tx, 'accept', call.id, room)))
    .catch(async (error: unknown) => {
      await undo(deps, call, room.channelId);
      throw error;
    });
  if (accepted?.state === 'accepted') {
    emitCallChanged(deps, accepted);
    scheduleAcceptedNotification(deps, accepted);
    return roomOf(accepted);
  }
  if (accepted) emitCallEnded(deps, accepted);
  await discard(deps, call, room.channelId);
  return err('call_not_found');
}

async function open(deps: RoomDeps, { call, people }: Answered): Promise<Opening> {
  const { database, rooms } = deps;
  const answered = await database.transaction((tx) =>
    step(tx, call, () => moveCall(tx, 'answer', call.id)),
  );
  if (!answered) return outcomeOf(deps, call.id);
  if (answered.state === 'ended') {
    emitCallEnded(deps, answered);
    return err('call_not_found');
  }
  emitCallChanged(deps, answered);
  const opened = await rooms.open({ callId: call.id, people }).catch((error: unknown) => {
    deps.log.error({ err: error }, 'opening a room failed unexpectedly');
    return err('call_room_failed');
  });
  return opened.ok ? accept(deps, answered, opened.value) : fail(deps, answered);
}

/** Discord ids as sent by the client. */
export interface DiscordPair {
  readonly caller_id: string;
  readonly receiver_id: string;
}

/**
 * Accepts a ringing call and makes its room once, however often and on however many nodes this is
 * requested; all requests get the same answer (docs/product/calls.md). `callee_without_discord`;
 * `call_not_found`: no call between exactly these two with the actor as callee, or it has ended;
 * `call_room_failed`: the room could not be made and the call has ended; `calls_unavailable`: Discord is
 * not configured.
 */
export function openRoom(deps: OpenRoomDeps) {
  const underWay = singleFlight<Opening>();
  return async (
    { uid }: Pick<Person, 'uid'>,
    named: DiscordPair,
  ): Promise<Opening | Result<never, 'callee_without_discord' | 'calls_unavailable'>> => {
    const { rooms } = deps;
    if (!rooms) return err('calls_unavailable');
    const found = await findCallForCallee(deps.database.db, uid);
    if (!found?.calleeDiscordId) return err('callee_without_discord');
    const { call, callerDiscordId: caller, calleeDiscordId: callee } = found;
    const isPair = caller === named.caller_id && callee === named.receiver_id;
    if (!call || !isPair) return err('call_not_found');
    return underWay(call.id, () => open({ ...deps, rooms }, { call, people: [caller, callee] }));
  };
}
