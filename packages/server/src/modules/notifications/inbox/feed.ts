import type { Database } from '../../../platform/database/pool.ts';
import type { ConnectionLifecycle, GatewaySocket } from '../../../platform/gateway/index.ts';
import type { Logger } from '../../../platform/telemetry/logging.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Timers } from '../../../ports/timers.ts';
import {
  type NotificationWithoutBadges,
  readNotifications,
  readRecentNotificationIds,
  toNotification,
} from './notification-queries.ts';

export interface NotificationFeedDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Logger;
}

/** Emits new notifications to their receivers' sockets on this node. */
export interface NotificationFeed {
  readonly lifecycle: ConnectionLifecycle;
  /** Handles the database notification about a committed notification; `payload` is `"<id> <uid of the receiver>"`. */
  onCommitted(payload: string): void;
  /** Reads and emits the notifications that were committed while the node was not listening to the database. */
  catchUp(): Promise<void>;
}

const MAX_NOTIFICATIONS_PER_READ = 200;
/**
 * Maximum age in seconds of notifications that `catchUp` reads. A node notices the loss of its database listener in
 * less time.
 */
const CATCH_UP_LOOKBACK_SECONDS = 120;

/**
 * Creates a function that finds out whether this node must emit a notification: `createdAt` differs from the last
 * emission, because the notification is new or has a further event. Emissions are remembered for twice the time that
 * `catchUp` looks back.
 */
function createNewVersionCheck({ now }: Timers) {
  const sentVersions = new Map<string, { readonly createdAt: string; readonly at: number }>();
  const forgetOld = () => {
    const since = now() - 2 * CATCH_UP_LOOKBACK_SECONDS * 1_000;
    for (const [id, { at }] of sentVersions) {
      if (at >= since) return;
      sentVersions.delete(id);
    }
  };
  /** Returns false when this node has emitted the notification with this `createdAt`; else records the emission. */
  return ({ id, createdAt }: NotificationWithoutBadges): boolean => {
    forgetOld();
    if (sentVersions.get(id)?.createdAt === createdAt) return false;
    // Deleting and inserting moves the entry to the end of the map, so that the oldest entries come first.
    sentVersions.delete(id);
    sentVersions.set(id, { createdAt, at: now() });
    return true;
  };
}

/**
 * Creates the feed, which emits each committed notification once to every socket of its receiver. Notifications
 * committed during a query are read together by the next query.
 */
export function createNotificationFeed({
  database,
  clock,
  timers,
  log,
}: NotificationFeedDeps): NotificationFeed {
  const socketsByUid = new Map<string, Set<GatewaySocket>>();
  /** Ids of committed notifications that are not emitted yet. */
  const committedIds = new Set<string>();
  const isNew = createNewVersionCheck(timers);
  let isReading = false;

  async function emitNotifications(ids: readonly string[]): Promise<void> {
    for (const row of await readNotifications(database.pool, ids)) {
      // A notification that the person has already read, or that this node has already emitted, is skipped.
      if (row.notification.read || !isNew(row.notification)) continue;
      const notification = toNotification(row, clock.now());
      for (const connection of socketsByUid.get(notification.receiverId) ?? [])
        connection.emit('notification', notification);
    }
  }

  async function emitPending(): Promise<void> {
    isReading = true;
    while (committedIds.size > 0) {
      const ids = [...committedIds].slice(0, MAX_NOTIFICATIONS_PER_READ);
      for (const id of ids) committedIds.delete(id);
      await emitNotifications(ids).catch((error: unknown) =>
        log.warn({ err: error }, 'notifications could not be read for open sockets'),
      );
    }
    isReading = false;
  }

  return {
    lifecycle: {
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
      committedIds.add(id);
      if (!isReading) void emitPending();
    },
    catchUp: async () => {
      try {
        const uids = [...socketsByUid.keys()];
        for (const id of await readRecentNotificationIds(
          database.pool,
          uids,
          CATCH_UP_LOOKBACK_SECONDS,
        ))
          committedIds.add(id);
        if (!isReading) await emitPending();
      } catch (error) {
        log.warn({ err: error }, 'missed notifications could not be read');
      }
    },
  };
}
