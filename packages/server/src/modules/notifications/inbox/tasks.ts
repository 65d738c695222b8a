import type { Database } from '../../../platform/database/pool.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import type { TaskRunners } from '../../../platform/jobs/index.ts';

/** Days after which read and unread notifications are deleted (`docs/retention.md`). */
const READ_DAYS = 90;
const UNREAD_DAYS = 180;
/** Rows that one statement deletes. */
const BATCH_SIZE = 1_000;

/** Background jobs; their names are stored in the queue. */
export type NotificationTasks = {
  /** Deletes old notifications; scheduled. */
  readonly 'notifications.sweep': Readonly<Record<string, string>>;
};

/** Every night. */
export const notificationSchedule = { 'notifications.sweep': '41 6 * * *' } as const;

type SweepDeps = { readonly database: Pick<Database, 'db'> };

const deleteOld = sql`DELETE FROM notifications WHERE id IN (
    SELECT id FROM notifications
    WHERE read_at < now() - make_interval(days => ${READ_DAYS})
      OR (read_at IS NULL AND created_at < now() - make_interval(days => ${UNREAD_DAYS}))
    LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)`;

/** Deletes gathered events from before the receiver last read the notification: they are not counted any more. */
const deleteSettled = sql`DELETE FROM notification_facts f USING notifications n
  WHERE n.id = f.notification_id AND f.round < n.round`;

async function sweep({ database: { db } }: SweepDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rowCount } = await db.execute(deleteOld);
    if ((rowCount ?? 0) < BATCH_SIZE) break;
  }
  if (!signal.aborted) await db.execute(deleteSettled);
}

export function notificationTasks(deps: SweepDeps): TaskRunners<NotificationTasks> {
  return { 'notifications.sweep': (_, { signal }) => sweep(deps, signal) };
}
