import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/pool.ts';
import type { TaskRunners } from '../../platform/jobs/index.ts';

/** How long a notification is kept: after it was read, and unread; in days. */
const READ_DAYS = 90;
const UNREAD_DAYS = 180;
/** Rows that one statement removes. */
const AT_ONCE = 1_000;

/** The background work of this module. */
export type NotificationTasks = {
  /** Removes what was read long ago or never will be; runs by the clock. */
  readonly 'notifications.sweep': Readonly<Record<string, string>>;
};

/** Every night. */
export const notificationSchedule = { 'notifications.sweep': '41 6 * * *' } as const;

type SweepDeps = { readonly database: Pick<Database, 'db'> };

const old = sql`DELETE FROM notifications WHERE id IN (
    SELECT id FROM notifications
    WHERE read_at < now() - make_interval(days => ${READ_DAYS})
      OR (read_at IS NULL AND created_at < now() - make_interval(days => ${UNREAD_DAYS}))
    LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)`;

/** What was gathered before the receiver last read it is counted no more. */
const settled = sql`DELETE FROM notification_facts f USING notifications n
  WHERE n.id = f.notification_id AND f.round < n.round`;

async function sweep({ database: { db } }: SweepDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rowCount } = await db.execute(old);
    if ((rowCount ?? 0) < AT_ONCE) break;
  }
  if (!signal.aborted) await db.execute(settled);
}

export function notificationTasks(deps: SweepDeps): TaskRunners<NotificationTasks> {
  return { 'notifications.sweep': (_, { signal }) => sweep(deps, signal) };
}
