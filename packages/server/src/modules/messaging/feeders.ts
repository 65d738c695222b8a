import { setTimeout as delay } from 'node:timers/promises';
import type { Message } from '@guilda/contract/messaging';
import type { Database } from '../../platform/database/pool.ts';
import type { Connection } from '../../platform/gateway/index.ts';
import type { Logger } from '../../platform/logging.ts';
import type { Fanout } from '../../ports/fanout.ts';
import { createFeeder, type Feeder, type Start } from './feeder.ts';
import { readHeads, readInbox } from './inbox-queries.ts';
import type { StoredMessage } from './stored-message.ts';

export interface FeedersDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly fanout: Fanout;
  readonly log: Logger;
}

const TOPIC = 'messages';
/** A failed reading is tried again after this long, in ms. */
const RETRY_MS = 500;

/** What nodes tell each other of a batch; what is lost of it is read from the database. */
type BatchNote = { readonly entries: readonly StoredMessage[] };

/** The feeders of everyone with devices at this node. */
export interface Feeders {
  join(connection: Connection, start: Start): Promise<void>;
  /** Answers how far the device was, or null when it was not here. */
  leave(connection: Connection): number | null;
  /** Hands committed messages to devices here, and tells other nodes. */
  feed(entries: readonly StoredMessage[]): void;
  /** Reads what these people's devices lack, after a failure that left it unknown. */
  lookAgain(uids: readonly string[]): void;
  /** Reads what anyone's devices lack. */
  lookAtAll(): Promise<void>;
  /** How far each device is. */
  positions(): Iterable<{ readonly connection: Connection; readonly n: number }>;
}

function offerTo(feeders: ReadonlyMap<string, Feeder>, entry: StoredMessage): void {
  const { message, origin } = entry;
  const offer = (uid: Message['senderId'], n: number) =>
    feeders.get(uid)?.offer({ n, message, origin });
  offer(message.receiverId, entry.receiverN);
  offer(message.senderId, entry.senderN);
}

export function createFeeders({ database: { pool }, fanout, log }: FeedersDeps): Feeders {
  const feeders = new Map<string, Feeder>();
  const parts = {
    read: (uid: string, after: number, limit: number) => readInbox(pool, uid, after, limit),
    pause: () => delay(RETRY_MS, undefined, { ref: false }),
  };
  const offerAll = (entries: readonly StoredMessage[]) => {
    for (const entry of entries) offerTo(feeders, entry);
  };
  fanout.subscribe(TOPIC, (note) => offerAll((note as BatchNote).entries));

  return {
    join: async (connection, start) => {
      const { uid } = connection.actor;
      const feeder = feeders.get(uid) ?? createFeeder(uid, parts);
      feeders.set(uid, feeder);
      await feeder.join(connection, start);
    },
    leave: (connection) => {
      const { uid } = connection.actor;
      const feeder = feeders.get(uid);
      const position = feeder?.leave(connection) ?? null;
      if (feeder?.empty) feeders.delete(uid);
      return position;
    },
    feed: (entries) => {
      if (entries.length === 0) return;
      offerAll(entries);
      fanout.publish(TOPIC, { entries } satisfies BatchNote);
    },
    lookAgain: (uids) => {
      for (const uid of uids) feeders.get(uid)?.lookAgain();
    },
    lookAtAll: async () => {
      try {
        const heads = await readHeads(pool, [...feeders.keys()]);
        for (const [uid, n] of heads) feeders.get(uid)?.hear(n);
      } catch (error) {
        // The next look is not far.
        log.warn({ err: error }, 'inboxes could not be looked at');
      }
    },
    *positions() {
      for (const feeder of feeders.values()) yield* feeder.positions();
    },
  };
}
