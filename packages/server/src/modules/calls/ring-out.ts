import type { Db } from '../../platform/database/pool.ts';
import { recordMissedCall } from '../notifications/index.ts';
import { keepAccounts } from '../users/index.ts';
import type { CallDeps } from './call-deps.ts';
import { overdueCalls, overdueCallsOf, pairOf, ringLeft } from './call-store.ts';
import type { CallRow } from './calls-table.ts';
import { moveCall } from './move-call.ts';
import { tellEnd } from './tell-call.ts';

export type RingDeps = Pick<CallDeps, 'database' | 'ids' | 'timers' | 'realtime' | 'log'>;

/** Ends a call that time has ended, with what its callee is told of it; null for any other. */
async function endOverdue({ ids }: RingDeps, tx: Db, callId: string): Promise<CallRow | null> {
  const pair = await pairOf(tx, callId);
  if (!pair) return null;
  // First of all, as everyone takes them: the notification keeps these accounts.
  await keepAccounts(tx, [pair.callerId, pair.calleeId]);
  const missed = await moveCall(tx, 'ringOut', callId);
  if (!missed) return moveCall(tx, 'giveUp', callId);
  await recordMissedCall(tx, ids, { callId, ...pair });
  return missed;
}

/**
 * Ends a call whose ring is over as missed (`product §7`), with its notification in the same
 * transaction, or one whose room was lost with its process as failed; then tells both sides. False
 * for a call that is neither: nothing changes.
 */
export const ringOut =
  (deps: RingDeps) =>
  async (callId: string): Promise<boolean> => {
    const ended = await deps.database.transaction((tx) => endOverdue(deps, tx, callId));
    if (ended) tellEnd(deps, ended);
    return ended !== null;
  };

/** Ends a call on time, unless it is answered or ended before; `ms` is how long it rings from now. */
export function ringFor(deps: RingDeps, callId: string, ms: number): void {
  const over = async () => {
    if (await ringOut(deps)(callId)) return;
    // The database's clock decides, and may be a moment behind.
    const left = await ringLeft(deps.database.db, callId);
    if (left !== null) ringFor(deps, callId, Math.max(1, Math.ceil(left)));
  };
  deps.timers.after(ms, () => {
    over().catch((error: unknown) => {
      deps.log.warn({ err: error }, 'a call that rang out is left to the sweep');
    });
  });
}

/**
 * Ends every call that time has ended and whose process is gone; run each minute. One that cannot be
 * ended is not in the way of the others.
 */
export const sweepRings = (deps: RingDeps) => async (): Promise<void> => {
  for (const id of await overdueCalls(deps.database.db)) {
    await ringOut(deps)(id).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'a call that rang out is left to the next sweep');
    });
  }
};

/** The same for the call of each of these people, so that it keeps nobody busy. */
export async function sweepRingsOf(deps: RingDeps, uids: readonly string[]): Promise<void> {
  for (const uid of uids) {
    for (const id of await overdueCallsOf(deps.database.db, uid)) await ringOut(deps)(id);
  }
}
