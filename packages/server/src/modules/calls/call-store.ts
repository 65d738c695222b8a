import { and, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import type { CallPair } from './call-limit.ts';
import { type CallRow, callPeople, calls } from './calls-table.ts';
import { overdue } from './move-call.ts';

export interface NewCall extends CallPair {
  readonly id: string;
  /** How long it rings, in ms. */
  readonly ringMs: number;
}

/** Adds a call that rings from now on; its people are not in it yet. */
export async function insertCall(tx: Db, { ringMs, ...call }: NewCall): Promise<CallRow> {
  const ringsUntil = sql`clock_timestamp() + make_interval(secs => ${ringMs / 1000})`;
  const [row] = await tx
    .insert(calls)
    .values({ ...call, ringsUntil })
    .returning();
  return row as CallRow;
}

/**
 * Puts both into a call; answers those who were in none. Everyone is entered in the order of uids,
 * so that calls placed at once wait for each other in a line and never in a circle.
 */
export async function enterCall(
  tx: Db,
  { id, callerId, calleeId }: CallRow,
): Promise<ReadonlySet<string>> {
  const people = [callerId, calleeId].toSorted().map((uid) => ({ uid, callId: id }));
  const entered = await tx
    .insert(callPeople)
    .values(people)
    .onConflictDoNothing({ target: callPeople.uid })
    .returning({ uid: callPeople.uid });
  return new Set(entered.map(({ uid }) => uid));
}

/** Takes a call away that could not begin, and its people out of it. */
export async function removeCall(tx: Db, id: string): Promise<void> {
  await tx.delete(calls).where(eq(calls.id, id));
}

const live = ne(calls.state, 'ended');

/** The calls of a person that are not over: one at most. */
function liveCalls(db: Db, uid: string, condition?: SQL): Promise<CallRow[]> {
  return db
    .select({ call: calls })
    .from(callPeople)
    .innerJoin(calls, eq(calls.id, callPeople.callId))
    .where(and(eq(callPeople.uid, uid), live, condition))
    .then((rows) => rows.map(({ call }) => call));
}

/** The call that exactly this caller has placed to this callee and that is not over. */
export async function findLiveCall(db: Db, pair: CallPair): Promise<CallRow | null> {
  const { callerId, calleeId } = pair;
  const named = and(eq(calls.callerId, callerId), eq(calls.calleeId, calleeId));
  const rows = await liveCalls(db, callerId, named);
  return rows[0] ?? null;
}

/** The call between two people that is not over, whoever placed it. */
export async function findCallBetween(db: Db, a: string, b: string): Promise<CallRow | null> {
  const rows = await liveCalls(db, a, or(eq(calls.callerId, b), eq(calls.calleeId, b)));
  return rows[0] ?? null;
}

/** The call a person is in. */
export async function findCallOf(db: Db, uid: string): Promise<CallRow | null> {
  return (await liveCalls(db, uid))[0] ?? null;
}

/** The two of a call, while it is kept. */
export async function pairOf(db: Db, id: string): Promise<CallPair | null> {
  const { callerId, calleeId } = calls;
  const rows = await db.select({ callerId, calleeId }).from(calls).where(eq(calls.id, id));
  return rows[0] ?? null;
}

/** How long a pending call still rings, in ms; null when it is pending no more. */
export async function ringLeft(db: Db, id: string): Promise<number | null> {
  const left = sql<number>`(extract(epoch FROM ${calls.ringsUntil} - clock_timestamp())
    * 1000)::float8`;
  const rows = await db
    .select({ left })
    .from(calls)
    .where(and(eq(calls.id, id), eq(calls.state, 'pending')));
  return rows[0]?.left ?? null;
}

/** The calls that time has ended and nobody has noticed yet. */
export async function overdueCalls(db: Db): Promise<string[]> {
  const rows = await db.select({ id: calls.id }).from(calls).where(overdue);
  return rows.map(({ id }) => id);
}

/** The same, of one person. */
export async function overdueCallsOf(db: Db, uid: string): Promise<string[]> {
  return (await liveCalls(db, uid, overdue)).map(({ id }) => id);
}

/** Forgets the calls of a person that are over, but for those whose room is still to be closed. */
export async function deleteCallsOf(tx: Db, uid: string): Promise<void> {
  await tx
    .delete(calls)
    .where(
      and(
        or(eq(calls.callerId, uid), eq(calls.calleeId, uid)),
        eq(calls.state, 'ended'),
        or(isNull(calls.channelId), isNotNull(calls.roomClosedAt)),
      ),
    );
}
