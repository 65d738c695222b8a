import { limits } from '@guilda/contract/limits';
import { isAnyOf } from '../../../platform/database/any-of.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import {
  alias,
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from '../../../platform/database/query-builder.ts';
import type { ListedRoom } from '../../../ports/voice-rooms.ts';
import { blockBetween, users } from '../../users/index.ts';
import { isCallOfOrder } from '../call-store.ts';
import { type CallRow, callPeople, calls } from '../calls-table.ts';

/** Minimum interval between two checks of a room, in seconds. */
const ROOM_CHECK_INTERVAL_S = 30;

/** Maximum seconds that one check adds to the time in a room; a longer gap means that checks were missed. */
const MAX_COUNTED_S = 90;

const secondsAgo = (seconds: number): SQL =>
  sql`${databaseNow} - make_interval(secs => ${seconds}::double precision)`;

/** The Discord id of a callee, and the call that rings for the callee or that the callee is in. */
export interface CalleeWithCall {
  readonly calleeDiscordId: string | null;
  /** Discord id of the caller; null without a linked account, and for a suspended or closed account. */
  readonly callerDiscordId: string | null;
  readonly call: CallRow | null;
}

/**
 * The Discord id of a person, with the call in which the person is the callee (`call` is null without one). Returns
 * null when the account does not exist.
 */
export async function findCallForCallee(db: Db, calleeId: string): Promise<CalleeWithCall | null> {
  const [callee, caller] = [alias(users, 'callee'), alias(users, 'caller')];
  const mayCall = and(isNull(caller.suspendedAt), isNull(caller.deletedAt));
  const rows = await db
    .select({
      calleeDiscordId: callee.discordId,
      callerDiscordId: caller.discordId,
      call: calls,
    })
    .from(callee)
    .leftJoin(callPeople, eq(callPeople.uid, callee.uid))
    .leftJoin(calls, and(eq(calls.id, callPeople.callId), eq(calls.calleeId, callee.uid)))
    .leftJoin(caller, and(eq(caller.uid, calls.callerId), mayCall))
    .where(eq(callee.uid, calleeId));
  return rows[0] ?? null;
}

export async function findCall(db: Db, id: string): Promise<CallRow | null> {
  const rows = await db.select().from(calls).where(eq(calls.id, id));
  return rows[0] ?? null;
}

/**
 * Claims the right to emit `callAccepted` for a call, so that only one request emits this event; null when another
 * request has claimed this right or the call has ended.
 */
export async function claimCallAcceptedEmission(db: Db, id: string): Promise<CallRow | null> {
  const rows = await db
    .update(calls)
    .set({ acceptedEmittedAt: databaseNow })
    .where(and(eq(calls.id, id), eq(calls.state, 'accepted'), isNull(calls.acceptedEmittedAt)))
    .returning();
  return rows[0] ?? null;
}

/** Stores the room of a failed call when Discord could not close the room, so that `calls.sweep` closes it later. */
export async function recordUnclosedRoom(db: Db, id: string, channelId: string): Promise<void> {
  await db
    .update(calls)
    .set({ channelId })
    .where(and(eq(calls.id, id), isNull(calls.channelId)));
}

const isRoomOpen = and(isNotNull(calls.channelId), isNull(calls.roomClosedAt));

/**
 * Marks up to `limit` rooms as being checked and returns their calls, beginning with the room that was not checked for
 * the longest time. Rooms that another run of the job `calls.sweep` is checking are skipped.
 */
export async function claimRoomsToCheck(db: Db, limit: number): Promise<CallRow[]> {
  const isCheckDue = or(
    isNull(calls.roomLookedAt),
    lte(calls.roomLookedAt, secondsAgo(ROOM_CHECK_INTERVAL_S)),
  );
  const nextCalls = db
    .select({ id: calls.id })
    .from(calls)
    .where(and(isRoomOpen, isCheckDue))
    .orderBy(sql`${calls.roomLookedAt} NULLS FIRST`, calls.id)
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(calls)
    .set({ roomLookedAt: databaseNow })
    .where(isAnyOf(calls.id, nextCalls))
    .returning();
}

/** Discord ids by uid; people without a linked Discord account are missing. */
export async function findDiscordIds(
  db: Db,
  uids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ uid: users.uid, discordId: users.discordId })
    .from(users)
    .where(inArray(users.uid, [...uids]));
  return new Map(rows.flatMap(({ uid, discordId }) => (discordId ? [[uid, discordId]] : [])));
}

/** Which participants of a call are in the room. */
export interface RoomPresence {
  readonly isCallerPresent: boolean;
  readonly isCalleePresent: boolean;
}

/**
 * SQL for the seconds since the last check, or since the room was opened; at most {@link MAX_COUNTED_S}. A person who
 * is in the room at a check counts as present for the whole interval before it, any other person as absent. Over many
 * checks these errors cancel out.
 */
const secondsSinceCheck = sql`least(greatest(extract(epoch FROM
  ${databaseNow} - coalesce(${calls.roomReportedAt}, ${calls.acceptedAt}, ${databaseNow})), 0),
  ${MAX_COUNTED_S})::integer`;

const addSecondsInRoomSql = (column: SQLWrapper, isPresent: boolean): SQL =>
  sql`coalesce(${column}, 0) + CASE WHEN ${isPresent} THEN ${secondsSinceCheck} ELSE 0 END`;

/** Condition: the two people of a call may not talk, because of a block, a suspension or a closed account. */
const areBarredFromTalking = sql<boolean>`(${blockBetween(sql`${calls.callerId}`, sql`${calls.calleeId}`)}
  OR EXISTS (SELECT FROM users WHERE uid IN (${calls.callerId}, ${calls.calleeId})
    AND (suspended_at IS NOT NULL OR deleted_at IS NOT NULL)))`;

/**
 * Records who was in a room and for how long. Returns whether to close the room. An empty room is closed at once when
 * its call has ended, `limits.emptyRoomSeconds` seconds after the last person left, or `limits.unusedRoomSeconds` seconds
 * after it was opened if nobody joined. A person whom Discord moved into the room counts as having joined. The room of
 * two people who may not talk any more is closed with whoever is in it.
 */
export async function recordRoomCheck(
  db: Db,
  id: string,
  { isCallerPresent: caller, isCalleePresent: callee }: RoomPresence,
): Promise<boolean> {
  const isRoomOccupied = caller || callee;
  const wasRoomUsed = sql<boolean>`(${calls.roomUsed} OR ${calls.response} = 'moved')`;
  const rows = await db
    .update(calls)
    .set({
      roomUsed: sql`${calls.roomUsed} OR ${isRoomOccupied}`,
      callerSeconds: addSecondsInRoomSql(calls.callerSeconds, caller),
      calleeSeconds: addSecondsInRoomSql(calls.calleeSeconds, callee),
      roomReportedAt: databaseNow,
      roomEmptySince: isRoomOccupied
        ? null
        : sql`coalesce(${calls.roomEmptySince}, ${databaseNow})`,
    })
    .where(and(eq(calls.id, id), isRoomOpen))
    .returning({
      over: sql<boolean>`${calls.state} = 'ended' OR CASE WHEN ${wasRoomUsed}
        THEN ${calls.roomEmptySince} <= ${secondsAgo(limits.emptyRoomSeconds)}
        ELSE ${calls.acceptedAt} <= ${secondsAgo(limits.unusedRoomSeconds)} END`,
      barred: areBarredFromTalking,
    });
  const [room] = rows;
  return room !== undefined && (room.barred || (!isRoomOccupied && room.over));
}

/** Records that the room is closed, and erases the Discord ids, which are of no use without a room. */
export async function markRoomClosed(db: Db, id: string): Promise<void> {
  await db
    .update(calls)
    .set({ roomClosedAt: databaseNow, callerDiscordId: null, calleeDiscordId: null })
    .where(and(eq(calls.id, id), isRoomOpen));
}

/**
 * Returns those of the given rooms that belong to no call, neither to a call in state `opening` nor to one with an open
 * room. List the rooms at Discord before this query runs, so that the query sees the calls of all listed rooms.
 */
export async function findOrphanedRooms(
  db: Db,
  rooms: readonly ListedRoom[],
): Promise<ListedRoom[]> {
  const key = sql<string>`right(${calls.id}::text, 12)`;
  const owningCalls = await db
    .select({ key, channelId: calls.channelId })
    .from(calls)
    .where(or(eq(calls.state, 'opening'), isRoomOpen));
  const ownedChannelIds = new Set(owningCalls.map((call) => call.channelId ?? call.key));
  return rooms.filter(
    (room) => !ownedChannelIds.has(room.channelId) && !ownedChannelIds.has(room.key),
  );
}

/**
 * Deletes up to `limit` calls that ended more than `days` days ago, except those whose room may still exist. A call
 * that is evidence of an order is kept and checked again `days` days later.
 */
export async function deleteOldCalls(db: Db, days: number, limit: number): Promise<void> {
  const isRoomClosed = or(isNull(calls.channelId), isNotNull(calls.roomClosedAt));
  const isExpired = sql`${calls.endedAt} < now() - make_interval(days => ${days})
    AND (${calls.keptUntil} IS NULL OR ${calls.keptUntil} < now())`;
  const oldCalls = await db
    .select({ id: calls.id, ordered: sql<boolean>`${isCallOfOrder}` })
    .from(calls)
    .where(and(eq(calls.state, 'ended'), isExpired, isRoomClosed))
    .limit(limit);
  if (oldCalls.length === 0) return;
  const idsOf = (ordered: boolean) =>
    oldCalls.filter((oldCall) => oldCall.ordered === ordered).map(({ id }) => id);
  await db
    .update(calls)
    .set({ keptUntil: sql`now() + make_interval(days => ${days})` })
    .where(inArray(calls.id, idsOf(true)));
  await db.delete(calls).where(and(inArray(calls.id, idsOf(false)), sql`NOT ${isCallOfOrder}`));
}
