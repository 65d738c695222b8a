import { limits } from '@guilda/contract/limits';
import type { Database } from '../../../platform/database/pool.ts';
import type { TaskRunners } from '../../../platform/jobs/index.ts';
import {
  deleteNotificationsReadBefore,
  deleteUnreadNotificationsBefore,
} from './notification-store.ts';

/** Deletes of one batch each, with the days after which they delete a notification (`docs/retention.md`). */
const deletions = [
  { deleteBatch: deleteNotificationsReadBefore, days: limits.kept.readNotificationDays },
  { deleteBatch: deleteUnreadNotificationsBefore, days: limits.kept.unreadNotificationDays },
];
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
  for (const { deleteBatch, days } of deletions) {
    let isComplete = false;
    while (!isComplete && !signal.aborted)
      isComplete = (await deleteBatch(db, days, MAX_ROWS_PER_DELETE)) < MAX_ROWS_PER_DELETE;
  }
}

export function notificationTasks(deps: SweepNotificationsDeps): TaskRunners<NotificationTasks> {
  return { 'notifications.sweep': (_, { signal }) => sweepNotifications(deps, signal) };
}
