import type { Database } from '../../../platform/database/pool.ts';
import type { Connection, ConnectionLifecycle } from '../../../platform/gateway/index.ts';
import type { Logger } from '../../../platform/telemetry/logging.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Timers } from '../../../ports/timers.ts';
import {
  type NotificationBody,
  readNotifications,
  readRecentNotificationIds,
  toNotification,
} from './notification-queries.ts';

export interface FeedDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Logger;
}

/** Emits notifications to the sockets that are connected to this node. */
export interface NotificationFeed {
  readonly life: ConnectionLifecycle;
  /** Payload of the database's notification after a commit: `"<id> <uid of the receiver>"`. */
  onCommitted(payload: string): void;
  /** Reads what was committed while the node did not listen to the database. */
  catchUp(): Promise<void>;
}

/** Notifications read by one statement. */
const BATCH_SIZE = 200;
/** How far back `catchUp` reads, in s: longer than it takes to notice that the listener is down. */
const CATCH_UP_LOOKBACK_SECONDS = 120;

/** Answers whether this version of a notification was not emitted before; remembers longer than `catchUp` reads back. */
function createSentFilter({ now }: Timers) {
  const sent = new Map<string, { readonly createdAt: string; readonly at: number }>();
  const forgetOld = () => {
    const since = now() - 2 * CATCH_UP_LOOKBACK_SECONDS * 1_000;
    for (const [id, { at }] of sent) {
      if (at >= since) return;
      sent.delete(id);
    }
  };
  /** Whether this version was not emitted yet; records it. */
  return ({ id, createdAt }: NotificationBody): boolean => {
    forgetOld();
    if (sent.get(id)?.createdAt === createdAt) return false;
    // Inserting again moves it to the end, so that the oldest come first.
    sent.delete(id);
    sent.set(id, { createdAt, at: now() });
    return true;
  };
}

/**
 * Every committed notification reaches every socket of its receiver once. Ids that arrive during a query
 * are read together by the next one.
 */
export function createNotificationFeed({
  database,
  clock,
  timers,
  log,
}: FeedDeps): NotificationFeed {
  const socketsByUid = new Map<string, Set<Connection>>();
  const pendingIds = new Set<string>();
  const isNew = createSentFilter(timers);
  let reading = false;

  async function emitNotifications(ids: readonly string[]): Promise<void> {
    for (const row of await readNotifications(database.pool, ids)) {
      // Read on another device meanwhile.
      if (row.notice.read || !isNew(row.notice)) continue;
      const notification = toNotification(row, clock.now());
      for (const connection of socketsByUid.get(notification.receiverId) ?? [])
        connection.emit('notification', notification);
    }
  }

  async function drain(): Promise<void> {
    reading = true;
    while (pendingIds.size > 0) {
      const ids = [...pendingIds].slice(0, BATCH_SIZE);
      for (const id of ids) pendingIds.delete(id);
      await emitNotifications(ids).catch((error: unknown) =>
        log.warn({ err: error }, 'notifications could not be read for open sockets'),
      );
    }
    reading = false;
  }

  return {
    life: {
      joined: async (connection) => {
        const { uid } = connection.actor;
        socketsByUid.set(uid, (socketsByUid.get(uid) ?? new Set()).add(connection));
      },
      left: (connection) => {
        const { uid } = connection.actor;
        const sockets = socketsByUid.get(uid);
        sockets?.delete(connection);
        if (sockets?.size === 0) socketsByUid.delete(uid);
      },
    },
    onCommitted: (payload) => {
      const [id = '', receiver = ''] = payload.split(' ');
      if (!socketsByUid.has(receiver)) return;
      pendingIds.add(id);
      if (!reading) void drain();
    },
    catchUp: async () => {
      try {
        const uids = [...socketsByUid.keys()];
        for (const id of await readRecentNotificationIds(
          database.pool,
          uids,
          CATCH_UP_LOOKBACK_SECONDS,
        ))
          pendingIds.add(id);
        if (!reading) await drain();
      } catch (error) {
        log.warn({ err: error }, 'missed notifications could not be read');
      }
    },
  };
}
