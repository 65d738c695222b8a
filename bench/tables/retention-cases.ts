import { notificationTasks } from '../../packages/server/src/modules/notifications/inbox/tasks.ts';
import { retentionTasks } from '../../packages/server/src/modules/retention/tasks.ts';
import type { Database } from '../../packages/server/src/platform/database/pool.ts';
import { quietLog } from '../../packages/server/test/fixtures/server/quiet-log.ts';
import type { TableCase } from './cases.ts';

/** Number of notifications of each kind that a sweep finds due. */
const DUE_NOTIFICATIONS = 5_000;
/** Number of conversations, of 20 messages each, whose two people have gone. */
const DUE_CONVERSATIONS = 50;

const insertDueNotifications = `
  INSERT INTO notifications (id, receiver_id, type, content, dedupe_key, read_at, created_at)
  SELECT gen_random_uuid(), uid, 'achievement', '', 'due:' || gen_random_uuid(),
    CASE WHEN n % 2 = 0 THEN now() - interval '91 days' END, now() - interval '181 days'
  FROM (SELECT uid FROM users ORDER BY uid DESC LIMIT 1000) AS people,
    generate_series(1, ${(2 * DUE_NOTIFICATIONS) / 1_000}) AS n`;

/** Opens the accounts that earlier runs have closed. */
export const openAccounts = 'UPDATE users SET deleted_at = NULL WHERE deleted_at IS NOT NULL';

const closeAccounts = `
  UPDATE users SET deleted_at = now() - interval '31 days' WHERE uid IN (
    SELECT unnest(ARRAY[low_id, high_id]) FROM (
      SELECT low_id, high_id FROM conversations WHERE last_seq = 20 ORDER BY hashtext(id::text) LIMIT ${DUE_CONVERSATIONS}
    ) AS due)`;

/** The daily jobs that delete rows of the large tables, by name; each run deletes the rows that `prepare` made due. */
export function createRetentionCases(database: Database): Readonly<Record<string, TableCase>> {
  const context = { signal: new AbortController().signal };
  // Triggers and foreign keys are skipped, because nobody is told of these rows.
  const changeQuietly = (statement: string) =>
    database.pool.query(
      `BEGIN; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`,
    );
  return {
    [`deleting ${(2 * DUE_NOTIFICATIONS).toLocaleString('en')} due notifications`]: {
      prepare: () => changeQuietly(insertDueNotifications),
      run: () => notificationTasks({ database })['notifications.sweep']({}, context),
    },
    'deleting nothing of the notifications': {
      run: () => notificationTasks({ database })['notifications.sweep']({}, context),
    },
    [`retention, with ${DUE_CONVERSATIONS} conversations of nobody`]: {
      prepare: () => changeQuietly(`${openAccounts}; ${closeAccounts}`),
      run: () => retentionTasks({ database, log: quietLog })['retention.let_go']({}, context),
    },
  };
}
