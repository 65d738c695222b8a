import type { RateLimitName } from '@guilda/contract/limits';
import type { Batcher } from '../../../platform/database/batcher.ts';
import type { EventHandler, GatewaySocket } from '../../../platform/gateway/index.ts';
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts';
import { ok, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import { parseConnectionId } from '../inbox/device-positions.ts';
import type { MessageDraft } from '../stored-message.ts';
import type { DraftOutcome } from './number-drafts.ts';

export interface SendMessageDeps {
  readonly limiter: RateLimiter;
  readonly ids: Ids;
  readonly batcher: Pick<Batcher<MessageDraft, DraftOutcome>, 'store'>;
  readonly inFlight: MessagesInFlight;
}

/** Tracks for each connection the messages that are neither stored nor refused yet. */
export interface MessagesInFlight {
  add(connection: GatewaySocket, sending: Promise<unknown>): void;
  /** Resolves once all messages that the connection has sent before are stored or refused; never rejects. */
  settled(connection: GatewaySocket): Promise<void>;
}

export function trackMessagesInFlight(): MessagesInFlight {
  const lastBySocket = new WeakMap<GatewaySocket, Promise<void>>();
  const settled = async (connection: GatewaySocket) => lastBySocket.get(connection);
  return {
    add: (connection, sending) => {
      const allSettled = Promise.allSettled([settled(connection), sending]);
      // Keeps no results of finished messages, because a connection can live for days.
      lastBySocket.set(
        connection,
        allSettled.then(() => undefined),
      );
    },
    settled,
  };
}

const messageRateLimits: readonly RateLimitName[] = ['messagesBurst', 'messagesSteady'];

/** Counts one message against both message rate limits of a person (docs/product/limits.md). */
export async function takeMessageAllowance(
  limiter: RateLimiter,
  uid: string,
): Promise<Result<void, 'rate_limited'>> {
  for (const name of messageRateLimits) {
    const limitResult = await limiter.take(name, uid);
    if (!limitResult.ok) return limitResult;
  }
  return ok();
}

/**
 * Creates a queue that runs the tasks of one connection one after the other, in order; different connections run
 * concurrently.
 */
function createPerConnectionQueue() {
  const lastRunBySocket = new WeakMap<GatewaySocket, Promise<unknown>>();
  return <T>(connection: GatewaySocket, run: () => Promise<T>): Promise<T> => {
    const queuedRun = (lastRunBySocket.get(connection) ?? Promise.resolve()).then(run, run);
    lastRunBySocket.set(connection, queuedRun);
    return queuedRun;
  };
}

/**
 * Handles `sendMessage`; the sender is always the account of the socket. Acknowledged once the message is stored.
 * Messages of one socket are stored in the order of sending (docs/product/chat.md).
 */
export function sendMessage({
  limiter,
  ids,
  batcher,
  inFlight,
}: SendMessageDeps): EventHandler<'sendMessage'> {
  const enqueue = createPerConnectionQueue();
  const send: EventHandler<'sendMessage'> = async ({ connection, payload }) => {
    const senderId = connection.actor.uid;
    const draft = {
      id: payload.id ?? ids.uuid(),
      senderId,
      receiverId: payload.receiverId,
      message: payload.message,
      origin: parseConnectionId(connection.pid)?.origin ?? '',
    };
    // The queue continues when the draft has joined a batch; it does not wait until the draft is stored.
    const enqueued = await enqueue(connection, async () => {
      const allowance = await takeMessageAllowance(limiter, senderId);
      return allowance.ok ? ok({ storing: batcher.store(draft) }) : allowance;
    });
    if (!enqueued.ok) return enqueued;
    const outcome = await enqueued.value.storing;
    return outcome.ok ? ok({ message: outcome.value.message }) : outcome;
  };
  return (call) => {
    const sending = send(call);
    inFlight.add(call.connection, sending);
    return sending;
  };
}
