import type { Database } from '../../platform/database/pool.ts';
import type { Connection, ConnectionLife } from '../../platform/gateway/index.ts';
import type { Logger } from '../../platform/logging.ts';
import { readNotifications } from './read-notifications.ts';

export interface FeedDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly log: Logger;
}

/** Hands notifications to the open devices that are connected to this node. */
export interface NotificationFeed {
  readonly life: ConnectionLife;
  /** What the database tells of once it is committed: `"<id> <uid of the receiver>"`. */
  hear(told: string): void;
}

/** Notifications read by one statement. */
const AT_ONCE = 200;

/**
 * Each committed notification reaches each socket of its receiver once. What comes while others are
 * read is read together by the next statement. Nothing is told again after a time of not hearing:
 * devices ask when they come back.
 */
export function notificationFeed({ database, log }: FeedDeps): NotificationFeed {
  const people = new Map<string, Set<Connection>>();
  const waiting = new Set<string>();
  let reading = false;

  async function handOver(ids: readonly string[]): Promise<void> {
    for (const notification of await readNotifications(database.pool, ids)) {
      // Another device was quicker to read it.
      if (notification.read) continue;
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
  };
}
