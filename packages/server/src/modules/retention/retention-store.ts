import type { Db } from '../../platform/database/pool.ts';
import { type SQL, sql } from '../../platform/database/query-builder.ts';

/**
 * Everything that is deleted by age alone, whatever module it belongs to, so that retention periods are
 * in one list (`docs/retention.md`). What needs more than a statement, such as files that are deleted before
 * their rows, is swept by its module.
 */
export interface RetentionRule {
  /** Name in the log. */
  readonly name: string;
  /** Deletes up to `limit` rows that are due by the database's clock. */
  statement(limit: number): SQL;
}

const daysInterval = (count: number) => sql`make_interval(days => ${count}::integer)`;

/** Deletes rows of a table; rows that are locked by another transaction are deleted the next day. */
const deletionRule = (name: string, table: SQL, due: SQL): RetentionRule => ({
  name,
  statement: (limit) => sql`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM ${table} WHERE ${due} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
});

/** The texts of closed cases; subject and outcome stay for the audit log. */
const caseTextsRule: RetentionRule = {
  name: 'texts of closed cases',
  statement: (limit) => sql`UPDATE cases SET title = NULL, message = '',
      answer = CASE WHEN answer IS NOT NULL THEN '' END
    WHERE id = ANY(ARRAY(
      SELECT id FROM cases WHERE status = 'closed' AND decided_at < now() - interval '2 years'
        AND (title IS NOT NULL OR message <> '' OR answer <> '')
      LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
};

/** Conversations of two closed accounts. */
const selectOrphanedConversations = sql`SELECT c.id FROM conversations c
  JOIN users low ON low.uid = c.low_id JOIN users high ON high.uid = c.high_id
  WHERE low.deleted_at < now() - ${daysInterval(30)} AND high.deleted_at < now() - ${daysInterval(30)}`;

/** Jobs that failed for the last time; the queue keeps them with their payload. */
const failedJobsRule: RetentionRule = {
  name: 'jobs given up',
  statement: (limit) => sql`SELECT FROM graphile_worker.complete_jobs(ARRAY(
    SELECT id FROM graphile_worker.jobs WHERE attempts >= max_attempts AND locked_at IS NULL
      AND updated_at < now() - ${daysInterval(30)} LIMIT ${limit}))`,
};

/** In the order in which they run: messages are deleted before their conversations. */
export const retentionRules: readonly RetentionRule[] = [
  caseTextsRule,
  deletionRule('errors of pages', sql`client_errors`, sql`last_at < now() - ${daysInterval(30)}`),
  deletionRule(
    'counts of use',
    sql`analytics_counts`,
    sql`day < (now() - ${daysInterval(400)})::date`,
  ),
  deletionRule(
    'ended sessions',
    sql`sessions`,
    sql`least(coalesce(revoked_at, expires_at), expires_at) < now() - ${daysInterval(30)}`,
  ),
  // One day more than they are valid, because the clocks of nodes may differ.
  deletionRule(
    'spent ID tokens',
    sql`spent_id_tokens`,
    sql`expires_at < now() - ${daysInterval(1)}`,
  ),
  deletionRule(
    'applied webhooks',
    sql`webhook_events`,
    sql`received_at < now() - ${daysInterval(90)}`,
  ),
  deletionRule(
    'uploads of nodes that went away',
    sql`uploads`,
    sql`expires_at < now() - ${daysInterval(1)}`,
  ),
  deletionRule('consents at Discord', sql`discord_link_states`, sql`expires_at <= now()`),
  deletionRule(
    'age checks never finished',
    sql`age_checks`,
    sql`state = 'open' AND coalesce(closes_at, created_at) < now() - ${daysInterval(30)}`,
  ),
  deletionRule(
    'messages of nobody',
    sql`messages`,
    sql`conversation_id IN (${selectOrphanedConversations})`,
  ),
  deletionRule(
    'members of no conversation',
    sql`conversation_members`,
    sql`conversation_id IN (${selectOrphanedConversations})`,
  ),
  deletionRule(
    'conversations of nobody',
    sql`conversations`,
    sql`id IN (${selectOrphanedConversations}) AND NOT EXISTS (SELECT FROM messages WHERE conversation_id = conversations.id)
      AND NOT EXISTS (SELECT FROM conversation_members WHERE conversation_id = conversations.id)`,
  ),
  failedJobsRule,
];

/** Applies a rule to up to `limit` rows; returns how many it changed. */
export async function applyRule(
  db: Db,
  { statement }: RetentionRule,
  limit: number,
): Promise<number> {
  return (await db.execute(statement(limit))).rowCount ?? 0;
}
