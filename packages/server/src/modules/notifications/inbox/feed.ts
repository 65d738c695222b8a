import type { Database } from '../../../platform/database/pool.ts';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
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
  catchUp(): void;
  /** Emits nothing from now on. */
  stop(): void;
}

const MAX_NOTIFICATIONS_PER_READ = 200;
/** Maximum number of notifications that wait to be emitted while the database is unavailable; the oldest are dropped. */
const MAX_WAITING_NOTIFICATIONS = 10_000;
/** Ms before a read that failed because the database was unavailable is repeated. */
const RETRY_DELAY_MS = 2_000;
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

interface EmissionQueueDeps extends Pick<NotificationFeedDeps, 'timers' | 'log'> {
  /** Reads and emits these notifications. */
  emit(ids: readonly string[]): Promise<void>;
  /** Ids of the notifications that may have been missed. */
  readRecentIds(): Promise<readonly string[]>;
}

/** The notifications that are to be emitted, and whether missed ones must be read. */
function createWaitingNotifications({ emit, readRecentIds }: EmissionQueueDeps) {
  /** Ids in the order in which the notifications were committed. */
  let ids = new Set<string>();
  let mustCatchUp = false;
  const dropOldest = () => {
    for (const id of ids) {
      if (ids.size <= MAX_WAITING_NOTIFICATIONS) return;
      ids.delete(id);
    }
  };
  const add = (newIds: readonly string[]) => {
    for (const id of newIds) ids.add(id);
    dropOldest();
  };
  const putBackIds = (olderIds: readonly string[]) => {
    ids = new Set([...olderIds, ...ids]);
    dropOldest();
  };
  return {
    add,
    catchUp: () => {
      mustCatchUp = true;
    },
    /** The next read, and a function that makes it due again; null if nothing is to be read. */
    takeRead: (): { read(): Promise<void>; putBack(): void } | null => {
      // Known notifications come first, because the search for missed ones may take longer than a statement may.
      if (ids.size > 0) {
        const takenIds = [...ids].slice(0, MAX_NOTIFICATIONS_PER_READ);
        for (const id of takenIds) ids.delete(id);
        return { read: () => emit(takenIds), putBack: () => putBackIds(takenIds) };
      }
      if (!mustCatchUp) return null;
      mustCatchUp = false;
      const putBack = () => {
        mustCatchUp = true;
      };
      return { read: async () => add(await readRecentIds()), putBack };
    },
  };
}

/** Makes the next read; a read that failed because the database was unavailable becomes due again. */
async function readNext(
  waitingNotifications: ReturnType<typeof createWaitingNotifications>,
  log: Logger,
): Promise<'done' | 'unavailable' | 'nothing_due'> {
  const next = waitingNotifications.takeRead();
  if (!next) return 'nothing_due';
  try {
    await next.read();
    return 'done';
  } catch (error) {
    log.warn({ err: error }, 'notifications could not be read for open sockets');
    if (!isDatabaseUnavailable(error)) return 'done';
    next.putBack();
    return 'unavailable';
  }
}

/**
 * Emits notifications one read at a time. A read that fails because the database is unavailable is repeated after a
 * delay, together with what was committed in the meantime.
 */
function createEmissionQueue(deps: EmissionQueueDeps) {
  const waitingNotifications = createWaitingNotifications(deps);
  let isReading = false;
  let stopped = false;
  let cancelRetry: (() => void) | null = null;

  async function emitWaiting(): Promise<void> {
    if (isReading || cancelRetry || stopped) return;
    isReading = true;
    let outcome = await readNext(waitingNotifications, deps.log);
    while (outcome === 'done' && !stopped) outcome = await readNext(waitingNotifications, deps.log);
    isReading = false;
    if (outcome !== 'unavailable' || stopped) return;
    cancelRetry = deps.timers.after(RETRY_DELAY_MS, () => {
      cancelRetry = null;
      void emitWaiting();
    });
  }
  return {
    add: (id: string) => {
      waitingNotifications.add([id]);
      void emitWaiting();
    },
    catchUp: () => {
      waitingNotifications.catchUp();
      void emitWaiting();
    },
    stop: () => {
      stopped = true;
      cancelRetry?.();
    },
  };
}

/**
 * Creates the feed, which emits each committed notification once to every socket of its receiver. Notifications
 * committed during a query are read together by the next query.
 */
export function createNotificationFeed(deps: NotificationFeedDeps): NotificationFeed {
  const { pool } = deps.database;
  const socketsByUid = new Map<string, Set<GatewaySocket>>();
  const isNew = createNewVersionCheck(deps.timers);

  async function emit(ids: readonly string[]): Promise<void> {
    for (const row of await readNotifications(pool, ids)) {
      // A notification that the person has already read, or that this node has already emitted, is skipped.
      if (row.notification.read || !isNew(row.notification)) continue;
      const notification = toNotification(row, deps.clock.now());
      for (const connection of socketsByUid.get(notification.receiverId) ?? [])
        connection.emit('notification', notification);
    }
  }
  const readRecentIds = () =>
    readRecentNotificationIds(pool, [...socketsByUid.keys()], CATCH_UP_LOOKBACK_SECONDS);
  const queue = createEmissionQueue({ ...deps, emit, readRecentIds });

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
      if (socketsByUid.has(receiver)) queue.add(id);
    },
    catchUp: queue.catchUp,
    stop: queue.stop,
  };
}
