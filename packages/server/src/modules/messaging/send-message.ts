import type { RateLimitName } from '@guilda/contract/limits';
import type { Connection, EventHandler } from '../../platform/gateway/index.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import { ok, type Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import { startOf } from './device-positions.ts';
import type { Batcher } from './message-batcher.ts';

export interface SendMessageDeps {
  readonly limiter: RateLimiter;
  readonly ids: Ids;
  readonly batcher: Pick<Batcher, 'store'>;
}

const allowances: readonly RateLimitName[] = ['messagesBurst', 'messagesSteady'];

/** Takes from both of a person's allowances of messages (`product §8`). */
export async function takeMessageAllowance(
  limiter: RateLimiter,
  uid: string,
): Promise<Result<void, 'rate_limited'>> {
  for (const name of allowances) {
    const taken = await limiter.take(name, uid);
    if (!taken.ok) return taken;
  }
  return ok();
}

/** Runs what is asked for one connection one after the other, in the order of asking. */
function inTurns() {
  const last = new WeakMap<Connection, Promise<unknown>>();
  return <T>(connection: Connection, run: () => Promise<T>): Promise<T> => {
    const turn = (last.get(connection) ?? Promise.resolve()).then(run, run);
    last.set(connection, turn);
    return turn;
  };
}

/**
 * Sends a message (`spec §7`): its sender is the socket's own person. Acknowledged once it is stored;
 * what one socket sends is stored in the order of sending.
 */
export function sendMessage({
  limiter,
  ids,
  batcher,
}: SendMessageDeps): EventHandler<'sendMessage'> {
  const inTurn = inTurns();
  return async ({ connection, payload }) => {
    const senderId = connection.actor.uid;
    const draft = {
      id: payload.id ?? ids.uuid(),
      senderId,
      receiverId: payload.receiverId,
      message: payload.message,
      origin: startOf(connection.pid)?.origin ?? '',
    };
    // The turn ends when the draft is in line, not when it is stored.
    const begun = await inTurn(connection, async () => {
      const free = await takeMessageAllowance(limiter, senderId);
      return free.ok ? ok({ storing: batcher.store(draft) }) : free;
    });
    if (!begun.ok) return begun;
    const outcome = await begun.value.storing;
    return outcome.ok ? ok({ message: outcome.value.message }) : outcome;
  };
}
