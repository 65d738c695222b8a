import type { EventHandler } from '../../../platform/gateway/index.ts';
import { err, ok } from '../../../platform/result.ts';
import type { CallDeps } from '../call-deps.ts';
import { findLiveCall } from '../call-store.ts';
import { emitCallEnded } from '../emit-call.ts';
import { hangUp } from './hang-up.ts';

/**
 * Handles `callEnd`: the caller cancels, the callee declines, or one of them leaves an accepted call. The end is
 * emitted to all devices of both people except the sending socket. `forbidden` for other people; without an active call,
 * or when the sender names another one, nothing happens.
 */
export function endCall(
  deps: Pick<CallDeps, 'database' | 'limiter' | 'realtime'>,
): EventHandler<'callEnd'> {
  const { db } = deps.database;
  return async ({ connection, payload }) => {
    const { uid } = connection.actor;
    if (uid !== payload.callerId && uid !== payload.calleeId) return err('forbidden');
    const limitResult = await deps.limiter.take('general', uid);
    if (!limitResult.ok) return limitResult;
    const call = await findLiveCall(db, payload);
    const isNamedCall = payload.callId === undefined || payload.callId === call?.id;
    const endedCall = call && isNamedCall ? await hangUp(db, call, uid) : null;
    if (endedCall) emitCallEnded(deps, endedCall, connection.id);
    return ok({});
  };
}
