import type { Db } from '../../platform/database/pool.ts';
import { and, eq, inArray, or, type SQL, sql } from '../../platform/database/query-builder.ts';
import { type CallAction, type CallTransition, callTransitions } from './call-states.ts';
import { type CallRow, calls } from './calls-table.ts';

/** Time after which the room that a process was making counts as lost with that process, in seconds. */
export const ROOM_OPENING_TIMEOUT_S = 30;

/** The conditions named in {@link CallTransition.when}, in SQL. */
const transitionConditions: Readonly<Record<CallTransition['when'], SQL>> = {
  always: sql`true`,
  ringing: sql`${calls.ringsUntil} > clock_timestamp()`,
  rung: sql`${calls.ringsUntil} <= clock_timestamp()`,
  stale: sql`${calls.openingAt} <= clock_timestamp() - make_interval(secs => ${ROOM_OPENING_TIMEOUT_S})`,
};

/** Calls whose ring time is over, or whose room was lost with the process that made it. */
export const isOverdueCall: SQL | undefined = or(
  and(eq(calls.state, 'pending'), transitionConditions.rung),
  and(eq(calls.state, 'opening'), transitionConditions.stale),
);

/** The columns that entering a state sets to the current time. */
const timestampsByState = {
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
export async function applyCallTransition(
  db: Db,
  action: CallAction,
  callId: string,
  room: RoomData | Record<never, never> = {},
): Promise<CallRow | null> {
  const row: CallTransition = callTransitions[action];
  const rows = await db
    .update(calls)
    .set({ state: row.to, outcome: row.outcome, ...timestampsByState[row.to], ...room })
    .where(
      and(
        eq(calls.id, callId),
        inArray(calls.state, [...row.from]),
        transitionConditions[row.when],
      ),
    )
    .returning();
  return rows[0] ?? null;
}
