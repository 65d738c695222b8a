import { limits } from '@guilda/contract/limits';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/pool.ts';
import {
  alias,
  and,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from '../../platform/database/query-builder.ts';
import { authorColumns, isVisibleToReader, users } from '../users/index.ts';
import { isOverdueCall } from './call-transition-store.ts';
import { type CallRow, callPeople, calls } from './calls-table.ts';
import type { CallPair } from './start/call-limit.ts';

export interface NewCall extends CallPair {
  readonly id: string;
  /** How long the call rings, in ms. */
  readonly ringMs: number;
}

/** Inserts a ringing call; {@link addPeopleToCall} adds caller and callee. */
export async function insertCall(tx: Db, { ringMs, ...call }: NewCall): Promise<CallRow> {
  const ringsUntil = sql`${databaseNow} + make_interval(secs => ${ringMs / 1000})`;
  const [row] = await tx
    .insert(calls)
    .values({ ...call, ringsUntil })
    .returning();
  return row as CallRow;
}

/**
 * Adds caller and callee to a call and returns the uids that were added; a person who is in another call is not added.
 * Rows are inserted in the order of uids, so that concurrent calls cannot deadlock.
 */
export async function addPeopleToCall(
  tx: Db,
  { id, callerId, calleeId }: CallRow,
): Promise<ReadonlySet<string>> {
  const people = [callerId, calleeId].toSorted().map((uid) => ({ uid, callId: id }));
  const addedPeople = await tx
    .insert(callPeople)
    .values(people)
    .onConflictDoNothing({ target: callPeople.uid })
    .returning({ uid: callPeople.uid });
  return new Set(addedPeople.map(({ uid }) => uid));
}

/** Deletes a call that could not start, together with its `call_people` rows. */
export async function deleteUnstartedCall(tx: Db, id: string): Promise<void> {
  await tx.delete(calls).where(eq(calls.id, id));
}

const isLiveCall = ne(calls.state, 'ended');

/** The calls of a person that have not ended: at most one. */
function listLiveCalls(db: Db, uid: string, condition?: SQL): Promise<CallRow[]> {
  return db
    .select({ call: calls })
    .from(callPeople)
    .innerJoin(calls, eq(calls.id, callPeople.callId))
    .where(and(eq(callPeople.uid, uid), isLiveCall, condition))
    .then((rows) => rows.map(({ call }) => call));
}

/** The active call from this caller to this callee; null when there is none in this direction. */
export async function findLiveCall(db: Db, pair: CallPair): Promise<CallRow | null> {
  const { callerId, calleeId } = pair;
  const isOfPair = and(eq(calls.callerId, callerId), eq(calls.calleeId, calleeId));
  const rows = await listLiveCalls(db, callerId, isOfPair);
  return rows[0] ?? null;
}

/** The active call between two people, in either direction; null when there is none. */
export async function findLiveCallBetween(
  db: Db,
  firstUid: string,
  secondUid: string,
): Promise<CallRow | null> {
  const rows = await listLiveCalls(
    db,
    firstUid,
    or(eq(calls.callerId, secondUid), eq(calls.calleeId, secondUid)),
  );
  return rows[0] ?? null;
}

/** The active call of a person, as caller or callee; null when there is none. */
export async function findLiveCallOf(db: Db, uid: string): Promise<CallRow | null> {
  return (await listLiveCalls(db, uid))[0] ?? null;
}

/** Caller and callee of a call; null when it was deleted. */
export async function findCallPair(db: Db, id: string): Promise<CallPair | null> {
  const { callerId, calleeId } = calls;
  const rows = await db.select({ callerId, calleeId }).from(calls).where(eq(calls.id, id));
  return rows[0] ?? null;
}

/** Remaining ring time of a pending call, in ms; 0 or less after its end; null when the call is not pending. */
export async function remainingRingMs(db: Db, id: string): Promise<number | null> {
  const remainingMs = sql<number>`(extract(epoch FROM ${calls.ringsUntil} - ${databaseNow})
    * 1000)::float8`;
  const rows = await db
    .select({ left: remainingMs })
    .from(calls)
    .where(and(eq(calls.id, id), eq(calls.state, 'pending')));
  return rows[0]?.left ?? null;
}

/** Ids of calls that have not ended although their ring time or the time to open their room has passed. */
export async function listOverdueCallIds(db: Db): Promise<string[]> {
  const rows = await db.select({ id: calls.id }).from(calls).where(isOverdueCall);
  return rows.map(({ id }) => id);
}

/** Ids of the overdue calls of one person. */
export async function listOverdueCallIdsOf(db: Db, uid: string): Promise<string[]> {
  return (await listLiveCalls(db, uid, isOverdueCall)).map(({ id }) => id);
}

/**
 * Condition: caller and callee are buyer and seller of a paid order, and the call was placed after that order. Such a
 * call is kept as evidence (`docs/product/evidence.md`) for {@link limits.orderFactsDays} days after the last change of
 * the order.
 */
export const isCallOfOrder = sql`EXISTS (SELECT FROM payments p
  WHERE (p.buyer_id, p.seller_id) IN ((${calls.callerId}, ${calls.calleeId}), (${calls.calleeId}, ${calls.callerId}))
    AND p.paid_at IS NOT NULL AND p.created_at <= ${calls.placedAt}
    AND p.updated_at > now() - make_interval(days => ${limits.orderFactsDays}::integer))`;

/**
 * Deletes the ended calls of a person. Calls that are evidence of an order stay, and so do calls whose room is not
 * closed yet.
 */
export async function deleteEndedCallsOf(tx: Db, uid: string): Promise<void> {
  await tx
    .delete(calls)
    .where(
      and(
        or(eq(calls.callerId, uid), eq(calls.calleeId, uid)),
        eq(calls.state, 'ended'),
        or(isNull(calls.channelId), isNotNull(calls.roomClosedAt)),
        sql`NOT ${isCallOfOrder}`,
      ),
    );
}

/** Erases the person's Discord id from the calls that `deleteEndedCallsOf` leaves. */
export async function eraseDiscordIdsOf(tx: Db, uid: string): Promise<void> {
  const { callerId, calleeId, callerDiscordId, calleeDiscordId } = calls;
  await tx
    .update(calls)
    .set({
      callerDiscordId: sql`CASE WHEN ${callerId} = ${uid} THEN NULL ELSE ${callerDiscordId} END`,
      calleeDiscordId: sql`CASE WHEN ${calleeId} = ${uid} THEN NULL ELSE ${calleeDiscordId} END`,
    })
    .where(
      or(
        and(eq(callerId, uid), isNotNull(callerDiscordId)),
        and(eq(calleeId, uid), isNotNull(calleeDiscordId)),
      ),
    );
}

/**
 * The call of a person that has not ended, with the other participant. Null when there is none, or when its ring time
 * has passed without an answer.
 */
export async function findCurrentCall(db: Db, uid: string) {
  const caller = alias(users, 'caller');
  const partnerId = sql`CASE WHEN ${calls.callerId} = ${uid} THEN ${calls.calleeId}
    ELSE ${calls.callerId} END`;
  const isRinging = gt(calls.ringsUntil, databaseNow);
  const rows = await db
    .select({ call: calls, partner: authorColumns, callerDiscordId: caller.discordId })
    .from(callPeople)
    .innerJoin(calls, eq(calls.id, callPeople.callId))
    .innerJoin(caller, eq(caller.uid, calls.callerId))
    .innerJoin(users, eq(users.uid, partnerId))
    .where(and(eq(callPeople.uid, uid), or(ne(calls.state, 'pending'), isRinging)));
  return rows[0] ?? null;
}

/**
 * Reads caller and callee with the columns that the call policy checks, and whether the caller may see the profile of
 * each. Closed and suspended accounts are left out.
 */
export function readCallSides(db: Db, { callerId, calleeId }: CallPair) {
  const { uid, username, displayName, deletedAt, discordId, canBeCalled } = users;
  const isProfileVisible = isVisibleToReader(callerId, false);
  return db
    .select({ uid, username, displayName, deletedAt, discordId, canBeCalled, isProfileVisible })
    .from(users)
    .where(and(inArray(uid, [callerId, calleeId]), isNull(deletedAt), isNull(users.suspendedAt)));
}
