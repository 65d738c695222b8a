import type { EventHandler } from '../../../platform/gateway/index.ts';
import { err, ok } from '../../../platform/result.ts';
import type { CallDeps } from '../call-deps.ts';
import { findLiveCall } from '../call-store.ts';
import type { CallRow } from '../calls-table.ts';
import { claimCallAcceptedEmission } from './room-store.ts';

/** Time in ms after which the server tells the caller about the room although no device of the callee has confirmed. */
const CONFIRMATION_TIMEOUT_MS = 2_000;

export type ConfirmAcceptedDeps = Pick<CallDeps, 'database' | 'realtime' | 'timers' | 'log'>;

/** Emits the room to the caller and stops ringing on the other devices of the callee. Happens at most once per call. */
async function emitAccepted(
  deps: ConfirmAcceptedDeps,
  id: string,
  exceptSocket?: string,
): Promise<void> {
  const call = await claimCallAcceptedEmission(deps.database.db, id);
  if (!call?.response) return;
  const { callerId, calleeId, response, inviteLink } = call;
  const pair = { callerId, calleeId };
  deps.realtime.emit([callerId], 'callAccepted', { ...pair, response, invite_link: inviteLink });
  const emitOptions = exceptSocket === undefined ? {} : { exceptSocket };
  deps.realtime.emit([calleeId], 'callEnd', pair, emitOptions);
}

/**
 * Schedules {@link emitAccepted} for {@link CONFIRMATION_TIMEOUT_MS} later, for the case that no device of the callee
 * confirms the accepted call by then.
 */
export function scheduleAcceptedEmission(
  deps: ConfirmAcceptedDeps,
  { id }: Pick<CallRow, 'id'>,
): void {
  deps.timers.after(CONFIRMATION_TIMEOUT_MS, () => {
    emitAccepted(deps, id).catch((error: unknown) =>
      // Logged as a warning only, because the caller's devices have received `callChanged` already and can read the
      // room.
      deps.log.warn({ err: error }, 'emitting an accepted call failed'),
    );
  });
}

/**
 * Handles `callAccepted` of the callee's device: emits the room stored by the server; room data from the client is
 * ignored. A repeated event emits nothing. `call_not_found`: there is no accepted call between caller and callee.
 */
export function confirmAcceptedCall(
  deps: ConfirmAcceptedDeps & Pick<CallDeps, 'limiter'>,
): EventHandler<'callAccepted'> {
  return async ({ connection, payload: { callerId, calleeId } }) => {
    const { uid } = connection.actor;
    if (calleeId !== uid) return err('call_not_found');
    const limitResult = await deps.limiter.take('general', uid);
    if (!limitResult.ok) return limitResult;
    const call = await findLiveCall(deps.database.db, { callerId, calleeId });
    if (call?.state !== 'accepted') return err('call_not_found');
    await emitAccepted(deps, call.id, connection.id);
    return ok({});
  };
}
