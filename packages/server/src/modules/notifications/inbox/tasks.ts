import { limits } from '@guilda/contract/limits';
import type { Database } from '../../../platform/database/pool.ts';
import type { TaskRunners } from '../../../platform/jobs/index.ts';
import {
  deleteOldNotifications,
  deleteUncountedEvents,
  type RetentionDays,
} from './notification-store.ts';

/** Days after which notifications are deleted (`docs/retention.md`). */
const RETENTION_DAYS: RetentionDays = {
  afterRead: limits.kept.readNotificationDays,
  whileUnread: limits.kept.unreadNotificationDays,
};
/** Maximum number of rows that one statement deletes. */
const MAX_ROWS_PER_DELETE = 1_000;

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
    if (
      (await deleteOldNotifications(db, RETENTION_DAYS, MAX_ROWS_PER_DELETE)) < MAX_ROWS_PER_DELETE
    )
      break;
  }
  if (!signal.aborted) await deleteUncountedEvents(db);
}

export function notificationTasks(deps: SweepNotificationsDeps): TaskRunners<NotificationTasks> {
  return { 'notifications.sweep': (_, { signal }) => sweepNotifications(deps, signal) };
}
