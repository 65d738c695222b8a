import { limits } from '@guilda/contract/limits';
import type { Db } from '../../platform/database/pool.ts';
import { type SQL, sql } from '../../platform/database/query-builder.ts';

/**
 * A rule that deletes data by its age alone. The rules of all modules are here, so that all retention periods are in
 * one list (`docs/retention.md`). Data that one statement cannot delete, such as rows with files, is deleted by a
 * background job of its module.
 */
export interface RetentionRule {
  /** Name of the rule in the log. */
  readonly name: string;
  /** Statement that deletes up to `limit` rows whose retention period has ended by the database's clock. */
  statement(limit: number): SQL;
}

const { kept } = limits;

const daysInterval = (count: number) => sql`make_interval(days => ${count}::integer)`;

/** A rule that deletes rows of a table. Rows locked by another transaction are skipped and deleted the next day. */
const deletionRule = (name: string, table: SQL, isDue: SQL): RetentionRule => ({
  name,
  statement: (limit) => sql`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM ${table} WHERE ${isDue} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
});

/** Deletes the texts of closed cases; subject and outcome stay for the audit log. */
const caseTextsRule: RetentionRule = {
  name: 'texts of closed cases',
  statement: (limit) => sql`UPDATE cases SET title = NULL, message = '',
      answer = CASE WHEN answer IS NOT NULL THEN '' END
    WHERE id = ANY(ARRAY(
      SELECT id FROM cases WHERE status = 'closed' AND decided_at < now() - make_interval(years => ${kept.caseTextYears}::integer)
        AND (title IS NOT NULL OR message <> '' OR answer <> '')
      LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
};

/** Whether the conversation `c` has rows in this table; null when it has none. */
const hasRowsIn = (table: SQL): SQL =>
  sql`(SELECT true FROM ${table} WHERE conversation_id = c.id LIMIT 1)`;

/**
 * Ids of up to 1,000 conversations in which both accounts are closed and that satisfy a condition. Array and subqueries
 * keep the planner from joining all closed accounts with each other, and from reading all messages: it reads the
 * conversations of each closed account, then the other account and the rows of the conversation by their index.
 */
const orphanedConversationIds = (condition: SQL): SQL => sql`ANY(ARRAY(
  SELECT c.id FROM users low JOIN conversations c ON c.low_id = low.uid
  WHERE low.deleted_at < now() - ${daysInterval(kept.closedConversationDays)}
    AND (SELECT high.deleted_at FROM users high WHERE high.uid = c.high_id)
      < now() - ${daysInterval(kept.closedConversationDays)} AND ${condition} LIMIT 1000))`;

/** Deletes jobs that failed after all retries, which the queue itself would keep forever with their payload. */
const failedJobsRule: RetentionRule = {
  name: 'jobs given up',
  statement: (limit) => sql`SELECT FROM graphile_worker.complete_jobs(ARRAY(
    SELECT id FROM graphile_worker.jobs WHERE attempts >= max_attempts AND locked_at IS NULL
      AND updated_at < now() - ${daysInterval(kept.failedJobDays)} LIMIT ${limit}))`,
};

const orderFactsInterval = daysInterval(limits.orderFactsDays);
const evidenceInterval = daysInterval(limits.evidenceDays);

/**
 * Rules for data stored as evidence of orders: call and download logs, evidence records, and copies of reported content
 * (`docs/product/evidence.md`).
 */
const evidenceRules: readonly RetentionRule[] = [
  deletionRule(
    'days of downloads',
    sql`pack_download_days`,
    sql`day < (now() - ${orderFactsInterval})::date`,
  ),
  deletionRule(
    'services as sold',
    sql`sold_services`,
    sql`created_at < now() - ${orderFactsInterval} AND EXISTS (SELECT FROM payments p
      WHERE p.id = payment_id AND p.updated_at < now() - ${orderFactsInterval}
        AND p.service_status IN ('complete', 'refunded', 'cancelled'))`,
  ),
  deletionRule('sealed evidence', sql`evidence`, sql`closed_at < now() - ${evidenceInterval}`),
  deletionRule(
    'copies of reported content',
    sql`report_copies`,
    // Copies about a minor are kept for at least six months (Lei 15.211/2025, art. 27 § 2).
    sql`EXISTS (SELECT FROM cases c WHERE c.id = case_id AND c.decided_at < now() - ${evidenceInterval}
        AND (NOT (c.minor OR c.underage) OR sealed_at < now() - make_interval(months => ${kept.minorCopyMonths}::integer)))
      AND NOT EXISTS (SELECT FROM decisions d JOIN cases a ON a.decision_id = d.id WHERE d.case_id = report_copies.case_id
        AND coalesce(a.decided_at, now()) >= now() - ${evidenceInterval})`,
  ),
];

/** All rules in the order in which they run: messages are deleted before their conversations. */
export const retentionRules: readonly RetentionRule[] = [
  caseTextsRule,
  deletionRule(
    'errors of pages',
    sql`client_errors`,
    sql`last_at < now() - ${daysInterval(kept.pageErrorDays)}`,
  ),
  deletionRule(
    'counts of use',
    sql`analytics_counts`,
    sql`day < (now() - ${daysInterval(kept.visitCountDays)})::date`,
  ),
  deletionRule(
    'ended sessions',
    sql`sessions`,
    sql`least(coalesce(revoked_at, expires_at), expires_at) < now() - ${daysInterval(kept.endedSessionDays)}`,
  ),
  // Used ID tokens are kept one day longer than a token is valid, because the clocks of nodes may differ.
  deletionRule(
    'spent ID tokens',
    sql`spent_id_tokens`,
    sql`expires_at < now() - ${daysInterval(1)}`,
  ),
  deletionRule('confirmations', sql`confirmations`, sql`expires_at < now() - ${daysInterval(1)}`),
  deletionRule(
    'applied webhooks',
    sql`webhook_events`,
    sql`received_at < now() - ${daysInterval(kept.webhookDays)}`,
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
    sql`state = 'open' AND coalesce(closes_at, created_at) < now() - ${daysInterval(kept.openAgeCheckDays)}`,
  ),
  deletionRule(
    'messages of nobody',
    sql`messages`,
    sql`conversation_id = ${orphanedConversationIds(hasRowsIn(sql`messages`))}`,
  ),
  deletionRule(
    'members of no conversation',
    sql`conversation_members`,
    sql`conversation_id = ${orphanedConversationIds(hasRowsIn(sql`conversation_members`))}`,
  ),
  deletionRule(
    'conversations of nobody',
    sql`conversations`,
    sql`id = ${orphanedConversationIds(
      sql`${hasRowsIn(sql`messages`)} IS NULL AND ${hasRowsIn(sql`conversation_members`)} IS NULL`,
    )}`,
  ),
  ...evidenceRules,
  deletionRule(
    'age requirements of closed accounts',
    sql`closed_age_requirements`,
    sql`closed_at < now() - make_interval(months => ${kept.closedAgeRequirementMonths}::integer)`,
  ),
  deletionRule(
    'batches of access records',
    sql`access_record_batches`,
    sql`last_at < now() - make_interval(months => ${limits.kept.accessRecordMonths}::integer)`,
  ),
  deletionRule(
    'opened access records',
    sql`access_record_copies`,
    sql`made_at < now() - ${daysInterval(limits.kept.accessRecordCopyDays)}`,
  ),
  failedJobsRule,
];

/** Applies a rule to up to `limit` rows; returns the number of changed rows. */
export async function applyRule(
  db: Db,
  { statement }: RetentionRule,
  limit: number,
): Promise<number> {
  return (await db.execute(statement(limit))).rowCount ?? 0;
}
