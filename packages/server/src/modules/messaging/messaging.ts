import type { Database } from '../../platform/database/pool.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import type { ConnectionLife, EventHandlers } from '../../platform/gateway/index.ts';
import { batchEnqueuer } from '../../platform/jobs/index.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import type { Logger } from '../../platform/logging.ts';
import type { Fanout } from '../../ports/fanout.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Meter } from '../../ports/meter.ts';
import type { Realtime } from '../../ports/realtime.ts';
import type { Timers } from '../../ports/timers.ts';
import { type DevicePositions, startOf } from './device-positions.ts';
import { createFeeders, type Feeders } from './feeders.ts';
import { createBatcher, type StoreBatch } from './message-batcher.ts';
import { notifyReceiver } from './notify/notify-receiver.ts';
import { sendMessage } from './send-message.ts';
import { storeBatch } from './store-batch.ts';
import type { MessagingTasks } from './tasks.ts';
import { tellTyping } from './tell-typing.ts';

export interface MessagingDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly log: Logger;
  readonly timers: Timers;
  readonly limiter: RateLimiter;
  readonly fanout: Fanout;
  readonly realtime: Realtime;
  readonly devices: DevicePositions;
  readonly meter?: Meter;
}

/** Looks at all inboxes: so often while other nodes cannot be told, and at least so often anyway, in ms. */
const LOOK_MS = 2_000;
const LOOK_ANYWAY_MS = 15_000;

/** One-to-one messages at this node: stored together, handed to devices in order. */
export interface Messaging {
  readonly events: Pick<EventHandlers, 'sendMessage' | 'userTyping' | 'notification'>;
  readonly life: ConnectionLife;
  /** Looks again at everything, after a time in which something may have been missed. */
  lookAtAll(): Promise<void>;
  /** Begins to look by the clock. */
  start(): void;
  /** Resolves once everything is stored and written; call it before the database is closed. */
  stop(): Promise<void>;
}

/** Stores a batch and hands it to devices; after a failure what they lack is read. */
function storeAndFeed(deps: MessagingDeps, feeders: Feeders): StoreBatch {
  const store = storeBatch({ ...deps, enqueueAll: batchEnqueuer<MessagingTasks>() });
  return async (drafts) => {
    try {
      const outcomes = await store(drafts);
      feeders.feed(outcomes.flatMap((one) => (one.ok ? [one.value] : [])));
      return outcomes;
    } catch (error) {
      // Its end may have been lost on the way, and the batch be stored all the same.
      if (isDatabaseUnavailable(error))
        feeders.lookAgain(drafts.flatMap(({ senderId, receiverId }) => [senderId, receiverId]));
      throw error;
    }
  };
}

function lifeOf(feeders: Feeders, devices: DevicePositions): ConnectionLife {
  return {
    joined: async (connection) => {
      const start = startOf(connection.pid);
      if (start === null) return;
      devices.came(connection.actor.sessionId, start.n);
      await feeders.join(connection, start);
    },
    left: (connection) => {
      const n = feeders.leave(connection);
      if (n !== null) devices.left(connection.actor.sessionId, n);
    },
  };
}

/** Looks by the clock; what devices have reached is kept on the way, for when this node is killed. */
function lookByTheClock({ timers, fanout, devices }: MessagingDeps, feeders: Feeders) {
  let since = 0;
  const look = () => {
    since += LOOK_MS;
    stop = timers.after(LOOK_MS, look);
    if (fanout.connected && since + LOOK_MS <= LOOK_ANYWAY_MS) return;
    since = 0;
    void feeders.lookAtAll();
    for (const { connection, n } of feeders.positions())
      devices.reached(connection.actor.sessionId, n);
  };
  let stop = timers.after(LOOK_MS, look);
  return () => stop();
}

/** Opens the messages of this node; closed until its events and its life are given to the gateway. */
export function openMessaging(deps: MessagingDeps): Messaging {
  const { fanout, devices } = deps;
  const feeders = createFeeders(deps);
  const batcher = createBatcher(storeAndFeed(deps, feeders));
  let stopLooking = () => {};
  fanout.onReturn(() => void feeders.lookAtAll());
  return {
    events: {
      sendMessage: sendMessage({ ...deps, batcher }),
      userTyping: tellTyping(deps),
      notification: notifyReceiver(deps),
    },
    life: lifeOf(feeders, devices),
    lookAtAll: feeders.lookAtAll,
    start: () => {
      stopLooking = lookByTheClock(deps, feeders);
    },
    stop: async () => {
      stopLooking();
      await batcher.settled();
      await devices.settled();
    },
  };
}
