import { and, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/database/pool.ts';
import type { ListedRoom } from '../../ports/voice-rooms.ts';
import { users } from '../users/index.ts';
import { type CallRow, callPeople, calls } from './calls-table.ts';

/** How long a room that was used may be empty, and one that never was may wait, in seconds. */
const EMPTY_SECONDS = 60;
const UNUSED_SECONDS = 600;
/** How long a room is left alone once a sweep has taken it on, in seconds. */
const LOOK_EVERY_SECONDS = 30;

const ago = (seconds: number): SQL =>
  sql`clock_timestamp() - make_interval(secs => ${seconds}::double precision)`;

/** A callee, and the call that rings for them or that they are in. */
export interface AnsweringCallee {
  readonly calleeDiscordId: string | null;
  /** Null while the caller's account is suspended or closed, too. */
  readonly callerDiscordId: string | null;
  readonly call: CallRow | null;
}

/** Who this person is at Discord, with the call in which they are the callee, if any. */
export async function findAnswering(db: Db, calleeId: string): Promise<AnsweringCallee | null> {
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

/** Takes it on oneself to tell of an accepted call; null when that is done already, or it is over. */
export async function markTold(db: Db, id: string): Promise<CallRow | null> {
  const rows = await db
    .update(calls)
    .set({ acceptedToldAt: sql`clock_timestamp()` })
    .where(and(eq(calls.id, id), eq(calls.state, 'accepted'), isNull(calls.acceptedToldAt)))
    .returning();
  return rows[0] ?? null;
}

/** Notes the room of a call that came to nothing, so that the minute's sweep closes it. */
export async function keepUnclosed(db: Db, id: string, channelId: string): Promise<void> {
  await db
    .update(calls)
    .set({ channelId })
    .where(and(eq(calls.id, id), isNull(calls.channelId)));
}

const standing = and(isNotNull(calls.channelId), isNull(calls.roomClosedAt));

/** Takes on up to `limit` rooms, those that waited longest first; none that another sweep has. */
export async function claimRooms(db: Db, limit: number): Promise<CallRow[]> {
  const waiting = or(isNull(calls.roomLookedAt), lte(calls.roomLookedAt, ago(LOOK_EVERY_SECONDS)));
  const next = db
    .select({ id: calls.id })
    .from(calls)
    .where(and(standing, waiting))
    .orderBy(sql`${calls.roomLookedAt} NULLS FIRST`, calls.id)
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(calls)
    .set({ roomLookedAt: sql`clock_timestamp()` })
    .where(inArray(calls.id, next))
    .returning();
}

/** Who of these people are whom at Discord now; nobody who is not linked. */
export async function discordIdsOf(db: Db, uids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ uid: users.uid, discordId: users.discordId })
    .from(users)
    .where(inArray(users.uid, [...uids]));
  return new Map(rows.flatMap(({ uid, discordId }) => (discordId ? [[uid, discordId]] : [])));
}

/**
 * Writes down whether anyone was in a room, and answers whether its time is over: a call that is
 * over needs none, one that was used closes {@link EMPTY_SECONDS} after the last one left, one that
 * nobody came to {@link UNUSED_SECONDS} after it was made. Who was moved has used it.
 */
export async function noteLook(db: Db, id: string, occupied: boolean): Promise<boolean> {
  const used = sql<boolean>`(${calls.roomUsed} OR ${calls.response} = 'moved')`;
  const rows = await db
    .update(calls)
    .set({
      roomUsed: sql`${calls.roomUsed} OR ${occupied}`,
      roomEmptySince: occupied ? null : sql`coalesce(${calls.roomEmptySince}, clock_timestamp())`,
    })
    .where(and(eq(calls.id, id), standing))
    .returning({
      over: sql<boolean>`${calls.state} = 'ended' OR CASE WHEN ${used}
        THEN ${calls.roomEmptySince} <= ${ago(EMPTY_SECONDS)}
        ELSE ${calls.acceptedAt} <= ${ago(UNUSED_SECONDS)} END`,
    });
  return !occupied && rows[0]?.over === true;
}

export async function markClosed(db: Db, id: string): Promise<void> {
  await db
    .update(calls)
    .set({ roomClosedAt: sql`clock_timestamp()` })
    .where(and(eq(calls.id, id), standing));
}

/**
 * Which of these rooms no call owns: neither is theirs being made now, nor do they belong to a call
 * whose room is watched. Only for rooms that were listed before this is asked.
 */
export async function strayOf(db: Db, rooms: readonly ListedRoom[]): Promise<ListedRoom[]> {
  const key = sql<string>`right(${calls.id}::text, 12)`;
  const owners = await db
    .select({ key, channelId: calls.channelId })
    .from(calls)
    .where(or(eq(calls.state, 'opening'), standing));
  const owned = new Set(owners.map((one) => one.channelId ?? one.key));
  return rooms.filter((room) => !owned.has(room.channelId) && !owned.has(room.key));
}

/** Forgets up to `limit` calls that ended `days` ago; never one whose room may still stand. */
export async function forgetEnded(db: Db, days: number, limit: number): Promise<void> {
  const closed = or(isNull(calls.channelId), isNotNull(calls.roomClosedAt));
  const past = sql`${calls.endedAt} < now() - make_interval(days => ${days})`;
  const old = db
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.state, 'ended'), past, closed))
    .limit(limit)
    .for('update', { skipLocked: true });
  await db.delete(calls).where(inArray(calls.id, old));
}
