import type { DatabaseLog } from '../../platform/database/log.ts';
import type { Fanout, FanoutMessage } from '../../ports/fanout.ts';
import type { RedisClient, RedisLink } from './link.ts';
import {
  createSequenceTracker,
  type NumberedMessage,
  parseMessage,
  serializeMessage,
} from './message-sequence.ts';

/** Topic without subscribers, for messages that only contain a sequence number. */
const EMPTY_TOPIC = '';

/** Delay in ms before the reconnect listeners are called: several losses of messages in that time cause one call. */
const NOTIFY_DELAY_MS = 50;

export interface RedisFanoutOptions {
  readonly nodeId: string;
  /** Name of the Redis channel; includes the database number because all databases of a server share its channels. */
  readonly channel: string;
  readonly log: DatabaseLog;
}

/** The fan-out, with the hooks that the {@link RedisLink} calls for new connections. */
export interface RedisFanout {
  readonly fanout: Omit<Fanout, 'ping' | 'close'>;
  prepare(client: RedisClient): Promise<void>;
  onAvailable(afterOutage: boolean): void;
  /** Stops calling reconnect listeners. */
  stop(): void;
}

type FanoutListener = (message: FanoutMessage, fromNode: string) => void;

/**
 * Creates a fan-out over one Redis channel, which does not store messages. Messages are numbered, so that a receiver
 * detects lost messages with the next one and calls its reconnect listeners.
 */
export function createRedisFanout(
  options: RedisFanoutOptions,
  currentLink: () => RedisLink,
): RedisFanout {
  const { nodeId, channel, log } = options;
  const topics = new Map<string, FanoutListener[]>();
  const reconnectListeners: (() => void)[] = [];
  const sequenceTracker = createSequenceTracker();
  let sequence = 0;
  let notifyTimer: NodeJS.Timeout | undefined;

  /** Runs `work` and logs an error, because an error of a listener must not break the connection. */
  const runAndLogError = (work: () => void) => {
    try {
      work();
    } catch (error) {
      log.error({ err: error }, 'a message between nodes could not be handled');
    }
  };
  const notifyReconnect = () => {
    notifyTimer = undefined;
    for (const listener of reconnectListeners) runAndLogError(listener);
  };
  const scheduleReconnect = () => {
    notifyTimer ??= setTimeout(notifyReconnect, NOTIFY_DELAY_MS).unref();
  };
  function publish(topic: string, message: FanoutMessage): void {
    sequence += 1;
    const numberedMessage = { nodeId, sequenceNumber: sequence, topic, message };
    // A dropped message leaves a gap in the sequence, which receivers detect.
    runAndLogError(() =>
      currentLink().send((client) => client.publish(channel, serializeMessage(numberedMessage))),
    );
  }
  function receive(numberedMessage: NumberedMessage): void {
    const { nodeId: fromNode, sequenceNumber, topic, message } = numberedMessage;
    const sequenceOutcome = sequenceTracker.next(fromNode, sequenceNumber);
    if (sequenceOutcome === 'late') return;
    if (sequenceOutcome === 'gap') scheduleReconnect();
    for (const listener of topics.get(topic) ?? [])
      runAndLogError(() => listener(message, fromNode));
  }
  return {
    fanout: {
      nodeId,
      publish,
      subscribe: (topic, listener) => {
        topics.set(topic, [...(topics.get(topic) ?? []), listener]);
      },
      onReconnect: (listener) => reconnectListeners.push(listener),
      get connected() {
        return currentLink().isAnswering;
      },
    },
    prepare: async (client) => {
      await client.subscribe(channel, (text) => readMessageOfOtherNode(text, nodeId, receive));
    },
    onAvailable: (afterOutage) => {
      sequenceTracker.forget();
      if (!afterOutage) return;
      // The sequence number of this message shows other nodes that messages were lost during the outage.
      publish(EMPTY_TOPIC, {});
      scheduleReconnect();
    },
    stop: () => clearTimeout(notifyTimer),
  };
}

function readMessageOfOtherNode(
  text: string,
  nodeId: string,
  receive: (message: NumberedMessage) => void,
): void {
  if (text.startsWith(nodeId)) return;
  const message = parseMessage(text);
  if (message) receive(message);
}
