import { subjectKinds } from '@guilda/contract/moderation/moderation';
import type { TransparencyReport } from '@guilda/contract/moderation/transparency';
import type { Db } from '../../../platform/database/pool.ts';
import { desc, eq, inArray, type SQL, sql } from '../../../platform/database/query-builder.ts';
import { moderationActions } from '../audit-log/moderation-actions-table.ts';
import { cases } from '../cases/cases-table.ts';
import { firstDayOf, type HalfYear, nextHalfYear } from './half-year.ts';
import type { CountedHalfYear, CountedTimes } from './published-report.ts';
import { transparencyReports } from './transparency-table.ts';

const startOfHalfYear = (half: HalfYear): SQL =>
  sql`(${firstDayOf(half)}::timestamp AT TIME ZONE 'America/Sao_Paulo')`;

const isInHalfYear = (column: SQL, half: HalfYear): SQL =>
  sql`${column} >= ${startOfHalfYear(half)} AND ${column} < ${startOfHalfYear(nextHalfYear(half))}`;

async function countByName(db: Db, query: SQL): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ name: string; count: number }>(query);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/**
 * SQL for the group in which a report is counted: by the kind of the reported item, or only as `minor` when the report
 * involves a minor or says that the account belongs to a minor.
 */
const reasonOfReport = sql`CASE WHEN minor OR underage THEN 'minor' WHEN reported_review_id IS NOT NULL THEN 'review'
  WHEN reported_comment_id IS NOT NULL THEN 'comment' WHEN reported_service_id IS NOT NULL THEN 'service'
  WHEN reported_post_id IS NOT NULL THEN 'post' ELSE 'user' END`;

/**
 * SQL for the name under which an action is counted. Older audit log entries name the blurring of a post
 * `mark_sensitive`.
 */
const nameOfAction = sql`CASE WHEN action = 'hide' AND actor_id IS NULL THEN 'automatic_hide'
  WHEN action = 'mark_sensitive' THEN 'blur' ELSE action END`;

async function readDecisionTimes(db: Db, halfYear: HalfYear): Promise<CountedHalfYear['times']> {
  const { rows } = await db.execute<
    CountedTimes & { kind: 'report' | 'appeal' } & Record<string, unknown>
  >(sql`
    SELECT kind, count(*)::integer AS decided,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median,
      percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds) AS "ninetyPercent"
    FROM (SELECT c.kind, extract(epoch FROM a.created_at - c.created_at)::float8 AS seconds
      FROM ${moderationActions} a JOIN ${cases} c ON c.id = a.subject_id
      WHERE a.subject_kind = 'case' AND c.kind IN ('report', 'appeal') AND a.action = c.outcome
        AND ${isInHalfYear(sql`a.created_at`, halfYear)}) decided
    GROUP BY kind`);
  const rowOf = (kind: string) => rows.find((row) => row.kind === kind);
  return { report: rowOf('report'), appeal: rowOf('appeal') };
}

/** Reads the exact counts and times of one half-year from the cases and the audit log. */
export async function countHalfYear(db: Db, halfYear: HalfYear): Promise<CountedHalfYear> {
  const isReceivedInHalfYear = isInHalfYear(sql`created_at`, halfYear);
  return {
    reports: await countByName(
      db,
      sql`SELECT ${reasonOfReport} AS name, count(*)::integer AS count FROM ${cases}
        WHERE kind = 'report' AND author_id IS NOT NULL AND ${isReceivedInHalfYear} GROUP BY 1`,
    ),
    actions: await countByName(
      db,
      sql`SELECT ${nameOfAction} AS name, count(*)::integer AS count FROM ${moderationActions}
        WHERE ${inArray(moderationActions.subjectKind, [...subjectKinds])} AND ${isReceivedInHalfYear} GROUP BY 1`,
    ),
    outcomes: await countByName(
      db,
      sql`SELECT action AS name, count(*)::integer AS count FROM ${moderationActions}
        WHERE subject_kind = 'case' AND ${isReceivedInHalfYear} GROUP BY 1`,
    ),
    appeals: await db.$count(cases, sql`kind = 'appeal' AND ${isReceivedInHalfYear}`),
    times: await readDecisionTimes(db, halfYear),
  };
}

/** Time of the first case; null while there is no case. */
export async function findFirstCaseTime(db: Db): Promise<Date | null> {
  const rows = await db
    .select({ first: cases.createdAt })
    .from(cases)
    .orderBy(cases.createdAt)
    .limit(1);
  return rows[0]?.first ?? null;
}

/** The half-years with a published report, as text. */
export async function listPublishedHalfYears(db: Db): Promise<string[]> {
  const rows = await db.select({ half: transparencyReports.half }).from(transparencyReports);
  return rows.map(({ half }) => half);
}

/** Publishes a report; does nothing when the report of that half-year is already published. */
export async function publishOnce(db: Db, report: TransparencyReport): Promise<void> {
  await db.insert(transparencyReports).values({ half: report.half, report }).onConflictDoNothing();
}

/** All published reports, newest first. */
export async function listReports(db: Db): Promise<TransparencyReport[]> {
  const rows = await db
    .select({ report: transparencyReports.report })
    .from(transparencyReports)
    .orderBy(desc(transparencyReports.half));
  return rows.map(({ report }) => report);
}

export async function findReport(db: Db, halfYear: string): Promise<TransparencyReport | null> {
  const rows = await db
    .select({ report: transparencyReports.report })
    .from(transparencyReports)
    .where(eq(transparencyReports.half, halfYear));
  return rows[0]?.report ?? null;
}
