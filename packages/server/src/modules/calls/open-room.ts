import type { CallRoom } from '@guilda/contract/calls';
import type { Person } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import type { OpenedRoom, VoiceRooms } from '../../ports/voice-rooms.ts';
import { keepAccounts, keepUnblocked } from '../users/index.ts';
import type { CallDeps } from './call-deps.ts';
import type { CallRow } from './calls-table.ts';
import { confirmSoon } from './confirm-accepted.ts';
import { moveCall } from './move-call.ts';
import { findAnswering, findCall, keepUnclosed } from './room-store.ts';
import { tellChange, tellEnd } from './tell-call.ts';

/** How often, and for how long at most, to look for what another node makes of a call; in ms. */
const LOOK_EVERY_MS = 200;
const WAIT_MS = 15_000;

export type OpenRoomDeps = Pick<CallDeps, 'database' | 'realtime' | 'timers' | 'log' | 'rooms'>;

/** The same where Discord is set up. */
type RoomDeps = OpenRoomDeps & { readonly rooms: VoiceRooms };

type Opening = Result<CallRoom, 'call_not_found' | 'call_room_failed'>;

/** A call with the ids at Discord for which its room is made. */
interface Answered {
  readonly call: CallRow;
  readonly people: readonly [caller: string, callee: string];
}

const roomOf = ({ inviteLink, response }: CallRow): Opening =>
  response === null ? err('call_not_found') : ok({ invite_link: inviteLink, response });

/** Takes a step that both must still be free to take; what came between them ends the call. */
async function step(tx: Db, call: CallRow, go: () => Promise<CallRow | null>) {
  const { id, callerId, calleeId } = call;
  const open = await keepAccounts(tx, [callerId, calleeId]);
  const together = open && (await keepUnblocked(tx, callerId, calleeId));
  return together ? go() : moveCall(tx, 'decline', id);
}

/** What becomes of a call that somebody else opens the room of, maybe on another node. */
async function outcomeOf({ database, timers }: OpenRoomDeps, id: string): Promise<Opening> {
  const until = timers.now() + WAIT_MS;
  for (;;) {
    const call = await findCall(database.db, id);
    if (call?.state === 'accepted') return roomOf(call);
    if (call?.outcome === 'failed') return err('call_room_failed');
    if (call?.state !== 'opening') return err('call_not_found');
    if (timers.now() >= until) return err('call_room_failed');
    await new Promise<void>((resolve) => timers.after(LOOK_EVERY_MS, resolve));
  }
}

/** Ends a call that has no room. Who ended it meanwhile has told so. */
async function fail(deps: OpenRoomDeps, { id }: CallRow): Promise<Opening> {
  const failed = await moveCall(deps.database.db, 'fail', id);
  if (!failed) return err('call_not_found');
  tellEnd(deps, failed);
  return err('call_room_failed');
}

/** Removes a room that nobody is to come into; the minute's sweep tries again what fails here. */
async function discard({ rooms, database }: RoomDeps, call: CallRow, channelId: string) {
  const closed = await rooms.close(channelId);
  if (!closed.ok) await keepUnclosed(database.db, call.id, channelId);
}

/** After the database failed: as little as possible is left behind, also if it had stored all. */
async function undo(deps: RoomDeps, call: CallRow, channelId: string): Promise<void> {
  const { db } = deps.database;
  try {
    await discard(deps, call, channelId);
    const ended = (await moveCall(db, 'fail', call.id)) ?? (await moveCall(db, 'empty', call.id));
    if (ended) tellEnd(deps, ended);
  } catch (error) {
    deps.log.warn({ err: error }, 'a call that failed is left to the sweep');
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
    tellChange(deps, accepted);
    confirmSoon(deps, accepted);
    return roomOf(accepted);
  }
  if (accepted) tellEnd(deps, accepted);
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
    tellEnd(deps, answered);
    return err('call_not_found');
  }
  tellChange(deps, answered);
  const opened = await rooms.open({ callId: call.id, people }).catch((error: unknown) => {
    deps.log.error({ err: error }, 'making a room failed unexpectedly');
    return err('call_room_failed');
  });
  return opened.ok ? accept(deps, answered, opened.value) : fail(deps, answered);
}

/** Ids at Discord, as the client names them. */
export interface DiscordPair {
  readonly caller_id: string;
  readonly receiver_id: string;
}

/**
 * The callee accepts the call that rings (`spec §7`, `product §7`): makes its room once, however
 * often and on however many nodes this is asked, and gives everyone who asks the same answer.
 * `callee_without_discord`; `call_not_found`: no call between exactly these two that the asker is
 * the callee of, or it ended meanwhile; `call_room_failed`: no room could be made, the call is over;
 * `calls_unavailable`: no Discord is set up.
 */
export function openRoom(deps: OpenRoomDeps) {
  const underWay = singleFlight<Opening>();
  return async (
    { uid }: Pick<Person, 'uid'>,
    named: DiscordPair,
  ): Promise<Opening | Result<never, 'callee_without_discord' | 'calls_unavailable'>> => {
    const { rooms } = deps;
    if (!rooms) return err('calls_unavailable');
    const found = await findAnswering(deps.database.db, uid);
    if (!found?.calleeDiscordId) return err('callee_without_discord');
    const { call, callerDiscordId: caller, calleeDiscordId: callee } = found;
    const isPair = caller === named.caller_id && callee === named.receiver_id;
    if (!call || !isPair) return err('call_not_found');
    return underWay(call.id, () => open({ ...deps, rooms }, { call, people: [caller, callee] }));
  };
}
