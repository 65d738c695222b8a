import { limits } from '@guilda/contract/limits';
import type { Database } from '../../../platform/database/pool.ts';
import type { TaskRunners } from '../../../platform/jobs/index.ts';
import { deleteOldNotifications, deleteUncountedEvents } from './notification-store.ts';

/**
 * Days after which notifications are deleted: `read` after they were read, `unread` after they were created
 * (`docs/retention.md`).
 */
const RETENTION_DAYS = {
  read: limits.kept.readNotificationDays,
  unread: limits.kept.unreadNotificationDays,
};
/** Maximum number of rows that one statement deletes. */
const BATCH_SIZE = 1_000;

/** Background jobs of notifications. The queue stores the job names, so a name must not change. */
export type NotificationTasks = {
  /** Deletes old notifications; scheduled. */
  readonly 'notifications.sweep': Readonly<Record<string, string>>;
};

/** Cron expression: every day at 06:41. */
export const notificationSchedule = { 'notifications.sweep': '41 6 * * *' } as const;

type SweepNotificationsDeps = { readonly database: Pick<Database, 'db'> };

async function sweepNotifications(
  { database: { db } }: SweepNotificationsDeps,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    if ((await deleteOldNotifications(db, RETENTION_DAYS, BATCH_SIZE)) < BATCH_SIZE) break;
  }
  if (!signal.aborted) await deleteUncountedEvents(db);
}

export function notificationTasks(deps: SweepNotificationsDeps): TaskRunners<NotificationTasks> {
  return { 'notifications.sweep': (_, { signal }) => sweepNotifications(deps, signal) };
}
