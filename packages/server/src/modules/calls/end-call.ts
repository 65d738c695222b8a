import type { EventHandler } from '../../platform/gateway/index.ts';
import { err, ok } from '../../platform/result.ts';
import type { CallDeps } from './call-deps.ts';
import { findLiveCall } from './call-store.ts';
import { hangUp } from './hang-up.ts';
import { tellEnd } from './tell-call.ts';

/**
 * Ends a call for both (`spec §4`): its caller takes it back, its callee declines it, either leaves it
 * once it is accepted. Told to every device of both but the one that says so. `forbidden` to anyone
 * else; where nothing is to be ended, nothing changes.
 */
export function endCall(
  deps: Pick<CallDeps, 'database' | 'limiter' | 'realtime'>,
): EventHandler<'callEnd'> {
  const { db } = deps.database;
  return async ({ connection, payload }) => {
    const { uid } = connection.actor;
    if (uid !== payload.callerId && uid !== payload.calleeId) return err('forbidden');
    const free = await deps.limiter.take('general', uid);
    if (!free.ok) return free;
    const call = await findLiveCall(db, payload);
    const ended = call && (await hangUp(db, call, uid));
    if (ended) tellEnd(deps, ended, connection.id);
    return ok({});
  };
}
