import type { Db } from '../../../platform/database/pool.ts';
import { recordMissedCall } from '../../notifications/index.ts';
import { lockOpenAccounts } from '../../users/index.ts';
import type { CallDeps } from '../call-deps.ts';
import {
  findCallPair,
  listOverdueCallIds,
  listOverdueCallIdsOf,
  remainingRingMs,
} from '../call-store.ts';
import { applyCallTransition } from '../call-transition-store.ts';
import type { CallRow } from '../calls-table.ts';
import { emitCallEnded } from '../emit-call.ts';

export type ExpireRingingDeps = Pick<CallDeps, 'database' | 'ids' | 'timers' | 'realtime' | 'log'>;

/** Ends an overdue call; records a missed-call notification if the call rang too long. Null when it is not overdue. */
async function endOverdueCall(
  { ids }: ExpireRingingDeps,
  tx: Db,
  callId: string,
): Promise<CallRow | null> {
  const pair = await findCallPair(tx, callId);
  if (!pair) return null;
  // Lock order: accounts before the call, because recording the notification locks the accounts as well.
  await lockOpenAccounts(tx, [pair.callerId, pair.calleeId]);
  const missedCall = await applyCallTransition(tx, 'expireRinging', callId);
  if (!missedCall) return applyCallTransition(tx, 'expireOpening', callId);
  await recordMissedCall(tx, ids, { callId, ...pair });
  return missedCall;
}

/**
 * Ends an overdue call and then emits the end to caller and callee. A call that rang too long ends as missed, with the
 * missed-call notification in the same transaction; a call whose room was not opened in time ends as failed
 * (docs/product/calls.md). False when the call is not overdue.
 */
export const expireRinging =
  (deps: ExpireRingingDeps) =>
  async (callId: string): Promise<boolean> => {
    const endedCall = await deps.database.transaction((tx) => endOverdueCall(deps, tx, callId));
    if (endedCall) emitCallEnded(deps, endedCall);
    return endedCall !== null;
  };

/** Schedules the end of a ringing call; `delayMs` is the remaining ring time. */
export function scheduleRingTimeout(
  deps: ExpireRingingDeps,
  callId: string,
  delayMs: number,
): void {
  const onTimeout = async () => {
    if (await expireRinging(deps)(callId)) return;
    // The database's clock decides when the ring time ends. When that clock is behind this timer, the timer starts
    // again.
    const remainingMs = await remainingRingMs(deps.database.db, callId);
    if (remainingMs !== null)
      scheduleRingTimeout(deps, callId, Math.max(1, Math.ceil(remainingMs)));
  };
  deps.timers.after(delayMs, () => {
    onTimeout().catch((error: unknown) => {
      deps.log.warn({ err: error }, 'expiring a call failed, it is left to the sweep');
    });
  });
}

/**
 * Ends every overdue call, for example when the process that should have ended it has died. Runs every minute. An error
 * in one call does not affect the other calls.
 */
export const expireOverdueCalls = (deps: ExpireRingingDeps) => async (): Promise<void> => {
  for (const id of await listOverdueCallIds(deps.database.db)) {
    await expireRinging(deps)(id).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'expiring a call failed, it is left to the next sweep');
    });
  }
};

/** Ends overdue calls of these people, so that a call whose ring time has passed does not make them busy. */
export async function expireOverdueCallsOf(
  deps: ExpireRingingDeps,
  uids: readonly string[],
): Promise<void> {
  for (const uid of uids) {
    for (const id of await listOverdueCallIdsOf(deps.database.db, uid))
      await expireRinging(deps)(id);
  }
}
