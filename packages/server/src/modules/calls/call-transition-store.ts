import { databaseNow } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/pool.ts';
import { and, eq, inArray, or, type SQL, sql } from '../../platform/database/query-builder.ts';
import { type CallAction, type CallTransition, callTransitions } from './call-states.ts';
import { type CallRow, calls } from './calls-table.ts';

/** Seconds that a process may take to open a room. Afterwards the process counts as dead and the call fails. */
export const ROOM_OPENING_TIMEOUT_S = 30;

/** Each condition of {@link CallTransition.when} in SQL. */
const transitionConditions: Readonly<Record<CallTransition['when'], SQL>> = {
  always: sql`true`,
  ringing: sql`${calls.ringsUntil} > ${databaseNow}`,
  rung: sql`${calls.ringsUntil} <= ${databaseNow}`,
  stale: sql`${calls.openingAt} <= ${databaseNow} - make_interval(secs => ${ROOM_OPENING_TIMEOUT_S})`,
};

/**
 * Condition: the ring time of the call has passed, or its room was not opened within {@link ROOM_OPENING_TIMEOUT_S}
 * seconds.
 */
export const isOverdueCall: SQL | undefined = or(
  and(eq(calls.state, 'pending'), transitionConditions.rung),
  and(eq(calls.state, 'opening'), transitionConditions.stale),
);

/** The timestamp columns that are set to the current time when a call enters a state. */
const timestampsByState = {
  pending: {},
  opening: { openingAt: databaseNow },
  accepted: { acceptedAt: databaseNow },
  ended: { endedAt: databaseNow },
} as const;

/** Columns of a call that are stored when its room has been opened. */
export type RoomData = Pick<
  CallRow,
  'channelId' | 'inviteLink' | 'response' | 'callerDiscordId' | 'calleeDiscordId'
>;

/**
 * Applies one transition in one conditional UPDATE; null when the call is in another state or the condition of the
 * transition is not met. The code that uses this function must have checked that the acting person is the party `by` of
 * the transition.
 */
export async function applyCallTransition(
  db: Db,
  action: CallAction,
  callId: string,
  room: RoomData | Record<never, never> = {},
): Promise<CallRow | null> {
  const transition: CallTransition = callTransitions[action];
  const rows = await db
    .update(calls)
    .set({
      state: transition.to,
      outcome: transition.outcome,
      ...timestampsByState[transition.to],
      ...room,
    })
    .where(
      and(
        eq(calls.id, callId),
        inArray(calls.state, [...transition.from]),
        transitionConditions[transition.when],
      ),
    )
    .returning();
  return rows[0] ?? null;
}
