import { setTimeout as delay } from 'node:timers/promises';
import type { Message } from '@guilda/contract/chat/messaging';
import type { Database } from '../../../platform/database/pool.ts';
import type { GatewaySocket } from '../../../platform/gateway/index.ts';
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts';
import type { Logger } from '../../../platform/telemetry/logging.ts';
import type { Fanout } from '../../../ports/fanout.ts';
import type { StoredMessage } from '../stored-message.ts';
import { readInbox, readInboxHeads } from './inbox-queries.ts';
import { createInboxStream, type InboxStream, type StreamPosition } from './inbox-stream.ts';

export interface InboxStreamsDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly fanout: Fanout;
  readonly limiter: RateLimiter;
  readonly log: Logger;
}

const FANOUT_TOPIC = 'messages';
/** Ms before a failed read is retried. */
const RETRY_DELAY_MS = 500;
/** Ms after which a person without a point left for a further page tries again. */
const PAGE_DELAY_MS = 2_000;

/**
 * The message that tells other nodes about newly committed entries. The message may be lost; devices then read the
 * missing entries from the database.
 */
type PublishedEntries = { readonly entries: readonly StoredMessage[] };

/** The inbox streams of all people who have a device connected to this node. */
export interface InboxStreams {
  join(connection: GatewaySocket, start: StreamPosition): Promise<void>;
  /** Removes a device and returns its position; null when the device was not connected. */
  leave(connection: GatewaySocket): number | null;
  /** Delivers committed messages to devices on this node and publishes them to other nodes. */
  publish(entries: readonly StoredMessage[]): void;
  /**
   * Makes the devices of these people read missing entries. Used when a commit failed and it is unknown whether its
   * entries were stored.
   */
  recheck(uids: readonly string[]): void;
  /** Compares the positions of all devices on this node with their inboxes, and reads missing entries. */
  recheckAll(): Promise<void>;
  /** All devices connected to this node, each with the number of the last inbox entry that it has received. */
  positions(): Iterable<{ readonly connection: GatewaySocket; readonly position: number }>;
}

/** Offers an entry to the inbox streams of receiver and sender, if they have devices on this node. */
function offerToSenderAndReceiver(
  streams: ReadonlyMap<string, InboxStream>,
  entry: StoredMessage,
): void {
  const { message, origin } = entry;
  const offer = (uid: Message['senderId'], n: number) =>
    streams.get(uid)?.offer({ inboxNumber: n, message, origin });
  offer(message.receiverId, entry.receiverN);
  offer(message.senderId, entry.senderN);
}

export function createInboxStreams({
  database: { pool },
  fanout,
  limiter,
  log,
}: InboxStreamsDeps): InboxStreams {
  const streams = new Map<string, InboxStream>();
  const streamDeps = {
    readInbox: (uid: string, after: number, limit: number) => readInbox(pool, uid, after, limit),
    // A page costs the same as one that is requested by HTTP.
    tryTakePage: async (uid: string) => (await limiter.take('general', uid)).ok,
    waitBeforePage: () => delay(PAGE_DELAY_MS, undefined, { ref: false }),
    waitBeforeRetry: () => delay(RETRY_DELAY_MS, undefined, { ref: false }),
  };
  const offerAll = (entries: readonly StoredMessage[]) => {
    for (const entry of entries) offerToSenderAndReceiver(streams, entry);
  };
  fanout.subscribe(FANOUT_TOPIC, (message) => offerAll((message as PublishedEntries).entries));

  return {
    join: async (connection, start) => {
      const { uid } = connection.actor;
      const stream = streams.get(uid) ?? createInboxStream(uid, streamDeps);
      streams.set(uid, stream);
      await stream.join(connection, start);
    },
    leave: (connection) => {
      const { uid } = connection.actor;
      const stream = streams.get(uid);
      const position = stream?.leave(connection) ?? null;
      if (stream?.isEmpty) streams.delete(uid);
      return position;
    },
    publish: (entries) => {
      if (entries.length === 0) return;
      offerAll(entries);
      fanout.publish(FANOUT_TOPIC, { entries } satisfies PublishedEntries);
    },
    recheck: (uids) => {
      for (const uid of uids) streams.get(uid)?.recheck();
    },
    recheckAll: async () => {
      try {
        const heads = await readInboxHeads(pool, [...streams.keys()]);
        for (const [uid, n] of heads) streams.get(uid)?.advanceHead(n);
      } catch (error) {
        // Logged as a warning only, because the next poll tries again.
        log.warn({ err: error }, 'reading the heads of inboxes failed');
      }
    },
    *positions() {
      for (const stream of streams.values()) yield* stream.positions();
    },
  };
}
