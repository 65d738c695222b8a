import { afterCommit } from '../../platform/database/after-commit.ts';
import { createBatcher, type StoreBatch } from '../../platform/database/batcher.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { isDatabaseUnavailable, isLockTimeout } from '../../platform/database/unavailable.ts';
import type { ConnectionLifecycle, EventHandlers } from '../../platform/gateway/index.ts';
import { createEnqueueAll } from '../../platform/jobs/index.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import type { Logger } from '../../platform/telemetry/logging.ts';
import type { Fanout } from '../../ports/fanout.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Meter } from '../../ports/meter.ts';
import type { Realtime } from '../../ports/realtime.ts';
import type { Timers } from '../../ports/timers.ts';
import { type DevicePositions, parseConnectionId } from './inbox/device-positions.ts';
import { createInboxStreams, type InboxStreams } from './inbox/inbox-streams.ts';
import { emitTyping } from './notify/emit-typing.ts';
import { notifyReceiver } from './notify/notify-receiver.ts';
import type { DraftOutcome } from './send/number-drafts.ts';
import { sendMessage, trackMessagesInFlight } from './send/send-message.ts';
import { storeBatch, storeSystemMessage } from './send/store-batch.ts';
import type { MessageDraft } from './stored-message.ts';
import type { MessagingTasks } from './tasks.ts';

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
  /** Time in ms for which a batch of messages may wait for a lock; 1,000 by default. */
  readonly batchLockTimeoutMs?: number | undefined;
}

/** Ms between two polls of the inboxes while the fan-out, which connects the nodes, is down. */
const POLL_WITHOUT_FANOUT_MS = 2_000;
/** Maximum ms between two polls of the inboxes while the fan-out is connected. */
const POLL_WITH_FANOUT_MS = 15_000;

/** One-to-one messages on this node. They are stored in batches and delivered to each device in order. */
export interface Messaging {
  readonly events: Pick<EventHandlers, 'sendMessage' | 'userTyping' | 'notification'>;
  readonly lifecycle: ConnectionLifecycle;
  /**
   * Stores a message in the sender's name in the caller's transaction and delivers it after the commit. Nothing happens
   * when the sender may not write to the receiver. Before the call, lock both accounts and then the pair that they form
   * (`lockPairs`).
   */
  sendSystemMessage(
    tx: Db,
    message: Pick<MessageDraft, 'senderId' | 'receiverId' | 'message'>,
  ): Promise<void>;
  /** Compares all devices with their inboxes, after database notifications or fan-out messages may have been lost. */
  recheckAll(): Promise<void>;
  /** Starts polling. */
  start(): void;
  /** Stops polling and resolves once all queued messages are stored. Call it before the database is closed. */
  stop(): Promise<void>;
}

/**
 * Returns a function that stores a batch and delivers it. When the database fails, the batch may be stored all the
 * same; the devices of its senders and receivers then read missing entries from the database.
 */
function createBatchStorer(
  deps: MessagingDeps,
  streams: InboxStreams,
): StoreBatch<MessageDraft, DraftOutcome> {
  const storeDrafts = storeBatch({ ...deps, enqueueAll: createEnqueueAll<MessagingTasks>() });
  return async (drafts, lockTimeoutMs) => {
    try {
      const outcomes = await storeDrafts(drafts, lockTimeoutMs);
      streams.publish(outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])));
      return outcomes;
    } catch (error) {
      // The commit may have succeeded although its result was lost.
      if (isDatabaseUnavailable(error) && !isLockTimeout(error))
        streams.recheck(drafts.flatMap(({ senderId, receiverId }) => [senderId, receiverId]));
      throw error;
    }
  };
}

function createConnectionLifecycle(
  streams: InboxStreams,
  devices: DevicePositions,
): ConnectionLifecycle {
  return {
    joined: async (connection) => {
      const startPosition = parseConnectionId(connection.pid);
      if (startPosition === null) return;
      devices.deviceConnected(connection.actor.sessionId, startPosition.inboxNumber);
      await streams.join(connection, startPosition);
    },
    left: (connection) => {
      const { actor, pid } = connection;
      const n = streams.leave(connection);
      if (n !== null) return devices.deviceDisconnected(actor.sessionId, n);
      // The socket disconnected before `joined` was called.
      const startPosition = parseConnectionId(pid);
      if (startPosition) devices.deviceDropped(actor.sessionId, startPosition.inboxNumber);
    },
  };
}

/** Polls the inboxes regularly, and saves the devices' positions regularly, so that they are known after a crash. */
function schedulePolling({ timers, fanout, devices }: MessagingDeps, inboxStreams: InboxStreams) {
  let msSincePoll = 0;
  const poll = () => {
    msSincePoll += POLL_WITHOUT_FANOUT_MS;
    cancelPoll = timers.after(POLL_WITHOUT_FANOUT_MS, poll);
    if (fanout.connected && msSincePoll + POLL_WITHOUT_FANOUT_MS <= POLL_WITH_FANOUT_MS) return;
    msSincePoll = 0;
    void inboxStreams.recheckAll();
    for (const { connection, position } of inboxStreams.positions())
      devices.devicePositionReached(connection.actor.sessionId, position);
  };
  let cancelPoll = timers.after(POLL_WITHOUT_FANOUT_MS, poll);
  return () => cancelPoll();
}

/** Creates the messaging of this node. The caller must register the returned events and lifecycle at the gateway. */
export function openMessaging(deps: MessagingDeps): Messaging {
  const { fanout, devices } = deps;
  const streams = createInboxStreams(deps);
  const batcher = createBatcher(
    createBatchStorer(deps, streams),
    ({ id }) => id,
    deps.batchLockTimeoutMs,
  );
  const inFlight = trackMessagesInFlight();
  let stopPolling = () => {};
  fanout.onReconnect(() => void streams.recheckAll());
  return {
    events: {
      sendMessage: sendMessage({ ...deps, batcher, inFlight }),
      userTyping: emitTyping(deps),
      notification: notifyReceiver({ ...deps, inFlight }),
    },
    lifecycle: createConnectionLifecycle(streams, devices),
    sendSystemMessage: async (tx, message) => {
      const storedMessage = await storeSystemMessage(tx, deps.ids, message);
      if (storedMessage) afterCommit(tx, () => streams.publish([storedMessage]));
    },
    recheckAll: streams.recheckAll,
    start: () => {
      stopPolling = schedulePolling(deps, streams);
    },
    stop: async () => {
      stopPolling();
      await batcher.settled();
      await devices.settled();
    },
  };
}
