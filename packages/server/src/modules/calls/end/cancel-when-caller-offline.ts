import type { CallDeps } from '../call-deps.ts';
import { applyCallTransition } from '../call-transition-store.ts';
import type { CallRow } from '../calls-table.ts';
import { emitCallEnded } from '../emit-call.ts';

/** Ms between two checks whether the caller is offline. */
const CHECK_INTERVAL_MS = 1_000;

type CancelWhenOfflineDeps = Pick<
  CallDeps,
  'database' | 'timers' | 'realtime' | 'presence' | 'log' | 'ringMs'
>;

/**
 * Cancels a call on behalf of its caller; an accepted or ended call stays as it is, which hanging up would end (`hangUp`).
 */
async function cancelForCaller(
  { database, realtime }: CancelWhenOfflineDeps,
  { id, callerId }: CallRow,
): Promise<void> {
  const endedCall = await applyCallTransition(database.db, 'cancel', id);
  if (endedCall) emitCallEnded({ realtime }, { ...endedCall, endedBy: callerId });
}

/**
 * Cancels a new call when its caller goes offline while it rings or its room is being opened (docs/product/calls.md).
 * This node checks the caller's status over all nodes until the ring time ends. When this node stops before, the call
 * rings until its end.
 */
export function cancelWhenCallerOffline(deps: CancelWhenOfflineDeps, call: CallRow): void {
  const { timers, presence, log } = deps;
  const ringEndMs = timers.now() + deps.ringMs;
  // Right after connecting a caller has no status yet, which reads as offline.
  let wasOnline = false;
  const scheduleCheck = () => void timers.after(CHECK_INTERVAL_MS, checkCaller);
  const checkCaller = () => {
    if (timers.now() >= ringEndMs) return;
    const isOffline = presence.statusOf(call.callerId) === 'offline';
    wasOnline ||= !isOffline;
    if (!isOffline || !wasOnline) {
      scheduleCheck();
      return;
    }
    cancelForCaller(deps, call).catch((error: unknown) => {
      log.warn({ err: error }, 'cancelling the call of an offline caller failed, it is retried');
      scheduleCheck();
    });
  };
  scheduleCheck();
}
