import type { EventHandler } from '../../platform/gateway/index.ts';
import { err, ok } from '../../platform/result.ts';
import type { CallDeps } from './call-deps.ts';
import { findLiveCall } from './call-store.ts';
import type { CallRow } from './calls-table.ts';
import { markTold } from './room-store.ts';

/** How long the callee's device has to say itself that it has accepted, in ms. */
const CONFIRM_MS = 2_000;

export type ConfirmDeps = Pick<CallDeps, 'database' | 'realtime' | 'timers' | 'log'>;

/** Tells the caller's devices of the room, and the callee's other ones that it rings no more; once. */
async function tellAccepted(deps: ConfirmDeps, id: string, exceptSocket?: string): Promise<void> {
  const told = await markTold(deps.database.db, id);
  if (!told?.response) return;
  const { callerId, calleeId, response, inviteLink } = told;
  const pair = { callerId, calleeId };
  deps.realtime.emit([callerId], 'callAccepted', { ...pair, response, invite_link: inviteLink });
  const but = exceptSocket === undefined ? {} : { exceptSocket };
  deps.realtime.emit([calleeId], 'callEnd', pair, but);
}

/** Tells of an accepted call after {@link CONFIRM_MS}, unless a device of the callee has by then. */
export function confirmSoon(deps: ConfirmDeps, { id }: Pick<CallRow, 'id'>): void {
  deps.timers.after(CONFIRM_MS, () => {
    tellAccepted(deps, id).catch((error: unknown) =>
      // The caller's devices were told of the change, and find the room when they ask.
      deps.log.warn({ err: error }, 'an accepted call could not be told of'),
    );
  });
}

/**
 * The callee's device says that it has accepted (`spec §7`): the caller is told of the room that the
 * server stored, whatever the client says of one. Said again, nothing is told twice.
 * `call_not_found`: no accepted call of this callee with this caller.
 */
export function confirmAccepted(
  deps: ConfirmDeps & Pick<CallDeps, 'limiter'>,
): EventHandler<'callAccepted'> {
  return async ({ connection, payload: { callerId, calleeId } }) => {
    const { uid } = connection.actor;
    if (calleeId !== uid) return err('call_not_found');
    const free = await deps.limiter.take('general', uid);
    if (!free.ok) return free;
    const call = await findLiveCall(deps.database.db, { callerId, calleeId });
    if (call?.state !== 'accepted') return err('call_not_found');
    await tellAccepted(deps, call.id, connection.id);
    return ok({});
  };
}
