import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { type CallAction, type CallTransition, callTransitions } from './call-states.ts';
import { type CallRow, calls } from './calls-table.ts';

/** How long making a room may take before it counts as lost with its process, in seconds. */
export const OPENING_SECONDS = 30;

const conditions: Readonly<Record<CallTransition['when'], SQL>> = {
  always: sql`true`,
  ringing: sql`${calls.ringsUntil} > clock_timestamp()`,
  rung: sql`${calls.ringsUntil} <= clock_timestamp()`,
  stale: sql`${calls.openingAt} <= clock_timestamp() - make_interval(secs => ${OPENING_SECONDS})`,
};

/** Calls that time has ended: rung for nobody, or lost with the process that made their room. */
export const overdue: SQL | undefined = or(
  and(eq(calls.state, 'pending'), conditions.rung),
  and(eq(calls.state, 'opening'), conditions.stale),
);

const stamps = {
  pending: {},
  opening: { openingAt: sql`clock_timestamp()` },
  accepted: { acceptedAt: sql`clock_timestamp()` },
  ended: { endedAt: sql`clock_timestamp()` },
} as const;

/** What is known of a room once it is made. */
export type RoomFacts = Pick<CallRow, 'channelId' | 'inviteLink' | 'response'>;

/**
 * Takes one row of the table of states, in one statement; null when the call is not where the row
 * begins, or its condition does not hold. Whoever calls this has made sure that `by` is who acts.
 */
export async function moveCall(
  db: Db,
  action: CallAction,
  callId: string,
  facts: RoomFacts | Record<never, never> = {},
): Promise<CallRow | null> {
  const row: CallTransition = callTransitions[action];
  const rows = await db
    .update(calls)
    .set({ state: row.to, outcome: row.outcome, ...stamps[row.to], ...facts })
    .where(and(eq(calls.id, callId), inArray(calls.state, [...row.from]), conditions[row.when]))
    .returning();
  return rows[0] ?? null;
}
