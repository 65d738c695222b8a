import type { Db } from '../../platform/database/pool.ts';
import { and, eq, inArray, or, type SQL, sql } from '../../platform/database/query-builder.ts';
import { type CallAction, type CallTransition, callTransitions } from './call-states.ts';
import { type CallRow, calls } from './calls-table.ts';

/** Time after which making a room counts as lost with its process, in seconds. */
export const OPENING_SECONDS = 30;

const conditions: Readonly<Record<CallTransition['when'], SQL>> = {
  always: sql`true`,
  ringing: sql`${calls.ringsUntil} > clock_timestamp()`,
  rung: sql`${calls.ringsUntil} <= clock_timestamp()`,
  stale: sql`${calls.openingAt} <= clock_timestamp() - make_interval(secs => ${OPENING_SECONDS})`,
};

/** Calls whose ring time is over, or whose room was lost with the process that made it. */
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

/** Room data that is stored once the room is made. */
export type RoomData = Pick<CallRow, 'channelId' | 'inviteLink' | 'response'>;

/**
 * Applies one transition in one conditional UPDATE; null when the call is in another state or the
 * condition of the transition is not met. The caller must have checked that `by` is acting.
 */
export async function moveCall(
  db: Db,
  action: CallAction,
  callId: string,
  room: RoomData | Record<never, never> = {},
): Promise<CallRow | null> {
  const row: CallTransition = callTransitions[action];
  const rows = await db
    .update(calls)
    .set({ state: row.to, outcome: row.outcome, ...stamps[row.to], ...room })
    .where(and(eq(calls.id, callId), inArray(calls.state, [...row.from]), conditions[row.when]))
    .returning();
  return rows[0] ?? null;
}
