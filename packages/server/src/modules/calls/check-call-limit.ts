import type { EventHandler } from '../../platform/gateway/index.ts';
import { ok } from '../../platform/result.ts';
import type { CallDeps } from './call-deps.ts';
import { allowsCall } from './call-limit.ts';

/**
 * Tells a device whether its person may try to call somebody now (`spec §4`): by the event of
 * `spec §7` to this socket alone, and by the acknowledgement. Asking takes no attempt, and says
 * nothing of the other person.
 */
export function checkCallLimit({
  limiter,
}: Pick<CallDeps, 'limiter'>): EventHandler<'checkCallRateLimit'> {
  return async ({ connection, payload: { calleeId } }) => {
    const callerId = connection.actor.uid;
    const free = await limiter.take('general', callerId);
    if (!free.ok) return free;
    const canCall = await allowsCall(limiter, { callerId, calleeId });
    connection.emit('callRateLimitStatus', { canCall });
    return ok({ canCall });
  };
}
