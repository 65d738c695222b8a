import type { Database } from '../../platform/database/pool.ts';
import type { Connection, ConnectionLife } from '../../platform/gateway/index.ts';
import type { Logger } from '../../platform/logging.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Timers } from '../../ports/timers.ts';
import {
  type Notice,
  readNotifications,
  readToldLately,
  toNotification,
} from './read-notifications.ts';

export interface FeedDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Logger;
}

/** Hands notifications to the open devices that are connected to this node. */
export interface NotificationFeed {
  readonly life: ConnectionLife;
  /** What the database tells of once it is committed: `"<id> <uid of the receiver>"`. */
  hear(told: string): void;
  /** Asks for what was committed in a time in which nothing could be heard. */
  lookAgain(): Promise<void>;
}

/** Notifications read by one statement. */
const AT_ONCE = 200;
/** How far back is looked, in s: longer than it takes to find out that nothing is heard. */
const LOOK_BACK_SECONDS = 120;

/** Knows each telling of a notification that was handed over, for as long as one looks back. */
function rememberTold({ now }: Timers) {
  const told = new Map<string, { readonly createdAt: string; readonly at: number }>();
  const forgetOld = () => {
    const since = now() - 2 * LOOK_BACK_SECONDS * 1_000;
    for (const [id, { at }] of told) {
      if (at >= since) return;
      told.delete(id);
    }
  };
  /** Whether this telling is new; from now on it is not. */
  return ({ id, createdAt }: Notice): boolean => {
    forgetOld();
    if (told.get(id)?.createdAt === createdAt) return false;
    // Set anew at the end: the oldest come first.
    told.delete(id);
    told.set(id, { createdAt, at: now() });
    return true;
  };
}

/**
 * Each committed notification reaches each socket of its receiver once. What comes while others are
 * read is read together by the next statement.
 */
export function notificationFeed({ database, clock, timers, log }: FeedDeps): NotificationFeed {
  const people = new Map<string, Set<Connection>>();
  const waiting = new Set<string>();
  const isNew = rememberTold(timers);
  let reading = false;

  async function handOver(ids: readonly string[]): Promise<void> {
    for (const row of await readNotifications(database.pool, ids)) {
      // Another device was quicker to read it.
      if (row.notice.read || !isNew(row.notice)) continue;
      const notification = toNotification(row, clock.now());
      for (const connection of people.get(notification.receiverId) ?? [])
        connection.emit('notification', notification);
    }
  }

  async function drain(): Promise<void> {
    reading = true;
    while (waiting.size > 0) {
      const ids = [...waiting].slice(0, AT_ONCE);
      for (const id of ids) waiting.delete(id);
      await handOver(ids).catch((error: unknown) =>
        log.warn({ err: error }, 'notifications could not be read for open devices'),
      );
    }
    reading = false;
  }

  return {
    life: {
      joined: async (connection) => {
        const { uid } = connection.actor;
        people.set(uid, (people.get(uid) ?? new Set()).add(connection));
      },
      left: (connection) => {
        const { uid } = connection.actor;
        const devices = people.get(uid);
        devices?.delete(connection);
        if (devices?.size === 0) people.delete(uid);
      },
    },
    hear: (told) => {
      const [id = '', receiver = ''] = told.split(' ');
      if (!people.has(receiver)) return;
      waiting.add(id);
      if (!reading) void drain();
    },
    lookAgain: async () => {
      try {
        const uids = [...people.keys()];
        for (const id of await readToldLately(database.pool, uids, LOOK_BACK_SECONDS))
          waiting.add(id);
        if (!reading) await drain();
      } catch (error) {
        log.warn({ err: error }, 'what was not heard of could not be asked for');
      }
    },
  };
}
