import type { CaseKind } from '@guilda/contract/moderation/moderation';
import type { AuditLogEntry } from '@guilda/contract/moderation/moderation-case';
import { refundCodeOf, withdrawalCodeOf } from '@guilda/contract/money/money-codes';
import type { Cursor } from '../../../platform/cursor.ts';
import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import { excerptOf } from '../../notifications/index.ts';
import { displayNameOf } from '../../users/index.ts';
import { caseCodeOf } from '../cases/case-code.ts';
import { isNotAboutReader } from '../queue/queue-source-columns.ts';
import type { ModerationActionRow } from './moderation-actions-table.ts';

/** Maximum length of a subject's text in the audit log, in UTF-16 units; longer texts are cut. */
const MAX_LABEL_LENGTH = 60;

/** One entry of the audit log with the current title of its subject. */
export interface AuditLogRow {
  readonly id: string;
  /** Time of the entry in the format of a cursor key. */
  readonly key: string;
  readonly action: string;
  readonly reason: string;
  readonly kind: ModerationActionRow['subjectKind'];
  readonly subjectId: string;
  /** Title of the subject; null when the subject no longer exists or has only a code or an id, such as a case. */
  readonly label: string | null;
  readonly path: string | null;
  readonly actorId: string | null;
  readonly displayName: string | null;
  readonly username: string;
  readonly deletedAt: Date | null;
  readonly caseId: string | null;
  readonly caseKind: CaseKind | null;
  readonly caseNumber: string | null;
  /** Kind of the case that is the subject of the entry; null when the subject is no case. */
  readonly subjectCaseKind: CaseKind | null;
  readonly subjectCaseNumber: string | null;
}

const placeholder = sql.placeholder;

const subjectLabel = sql`CASE a.subject_kind
  WHEN 'user' THEN '@' || u.username WHEN 'service' THEN s.title
  WHEN 'post' THEN coalesce(nullif(p.title, ''), p.description) WHEN 'comment' THEN m.text
  WHEN 'review' THEN r.title WHEN 'order' THEN o.purchase_code
  WHEN 'refund' THEN fo.purchase_code END`;

const subjectPath = sql`CASE a.subject_kind
  WHEN 'user' THEN '/user/' || u.username WHEN 'service' THEN '/service/' || s.id
  WHEN 'post' THEN '/post/' || p.uid WHEN 'comment' THEN '/post/' || m.post_uid
  WHEN 'review' THEN '/service/' || r.service_id END`;

/** Joins the tables of all kinds of subject. Each entry matches a row of at most one table. */
const subjectJoins = sql`
  LEFT JOIN users u ON a.subject_kind = 'user' AND u.uid = a.subject_id AND u.deleted_at IS NULL
  LEFT JOIN services s ON a.subject_kind = 'service' AND s.id = a.subject_id AND s.deleted_at IS NULL
  LEFT JOIN posts p ON a.subject_kind = 'post' AND p.uid = a.subject_id
  LEFT JOIN comments m ON a.subject_kind = 'comment' AND m.id = a.subject_id
  LEFT JOIN reviews r ON a.subject_kind = 'review' AND r.id = a.subject_id
  LEFT JOIN payments o ON a.subject_kind = 'order' AND o.id = a.subject_id
  LEFT JOIN cases k ON a.subject_kind = 'case' AND k.id = a.subject_id
  LEFT JOIN refunds f ON a.subject_kind = 'refund' AND f.id = a.subject_id
  LEFT JOIN payments fo ON fo.id = f.payment_id`;

/**
 * Reads at most `rowCount` entries of the audit log, newest first. `condition` is SQL about the entry `l`, and `values`
 * are the parameters of this SQL.
 */
function readLogEntries(
  pool: Queryable,
  {
    condition,
    values,
    rowCount,
  }: { condition: SQL; values: Record<string, unknown>; rowCount: number },
): Promise<readonly AuditLogRow[]> {
  const statement = compileStatement<AuditLogRow & Record<string, unknown>>(sql`
    SELECT a.id, ${timeText(sql`a.created_at`)} AS key, a.action, a.reason, a.subject_kind AS kind,
      a.subject_id AS "subjectId", ${subjectLabel} AS label, ${subjectPath} AS path, a.actor_id AS "actorId",
      t.display_name AS "displayName", t.username, t.deleted_at AS "deletedAt",
      c.id AS "caseId", c.kind AS "caseKind", c.number AS "caseNumber", k.kind AS "subjectCaseKind",
      k.number AS "subjectCaseNumber"
    FROM (SELECT * FROM moderation_actions l WHERE ${condition}
      ORDER BY l.created_at DESC, l.id DESC LIMIT ${placeholder('rows')}) a
    LEFT JOIN users t ON t.uid = a.actor_id
    LEFT JOIN cases c ON c.id = a.case_id
    ${subjectJoins}
    ORDER BY a.created_at DESC, a.id DESC`);
  return statement(pool, { ...values, rows: rowCount });
}

/**
 * Condition that leaves out entries about reports against the reader, and entries of actions that followed from such
 * reports, so that the log does not reveal the reports.
 */
const revealsNoReportOnReader = sql`NOT EXISTS (SELECT FROM cases k
  WHERE k.id IN (l.subject_id, l.case_id) AND NOT ${isNotAboutReader('k')})`;

interface LogPageRequest {
  /** Uid of the administrator who reads the log. */
  readonly reader: string;
  /** Uid of an administrator; only entries of that administrator are returned. */
  readonly actor: string | undefined;
  /** Id of a subject; only entries about that subject are returned. */
  readonly subject: string | undefined;
  readonly afterCursor: Cursor | null;
  readonly limit: number;
}

/** One page of the audit log, newest first: `limit` rows, and one more when another page follows. */
export function readLogPage(
  pool: Queryable,
  { reader, actor, subject, afterCursor, limit }: LogPageRequest,
): Promise<readonly AuditLogRow[]> {
  const conditions = [revealsNoReportOnReader];
  if (actor !== undefined) conditions.push(sql`l.actor_id = ${placeholder('actor')}`);
  if (subject !== undefined) conditions.push(sql`l.subject_id = ${placeholder('subject')}`);
  if (afterCursor)
    conditions.push(
      sql`(l.created_at, l.id) < (${placeholder('key')}::timestamptz, ${placeholder('id')}::uuid)`,
    );
  return readLogEntries(pool, {
    condition: sql.join(conditions, sql` AND `),
    values: { reader, actor, subject, ...afterCursor },
    rowCount: limit + 1,
  });
}

interface CaseLogRequest {
  /** Id of the case. */
  readonly id: string;
  /** Uid of the administrator who reads the case. */
  readonly reader: string;
  /** Ids of subjects whose entries are returned with those of the case. */
  readonly subjects: readonly string[];
  readonly rowCount: number;
}

/** Entries of a case and of the given subjects, newest first, at most `rowCount`. */
export function readLogOfCase(
  pool: Queryable,
  { id, reader, subjects, rowCount }: CaseLogRequest,
): Promise<readonly AuditLogRow[]> {
  return readLogEntries(pool, {
    condition: sql`(l.case_id = ${placeholder('id')} OR l.subject_id = ANY(${placeholder('subjects')}::uuid[]))
      AND ${revealsNoReportOnReader}`,
    values: { id, reader, subjects },
    rowCount,
  });
}

/** Maximum number of audit log entries that `readOpeningsOf` returns. */
const MAX_OPENINGS = 500;

/** Who opened the copy of reported content of a case or created a package from it; newest first. */
export const readOpeningsOf = (pool: Queryable, caseId: string): Promise<readonly AuditLogRow[]> =>
  readLogEntries(pool, {
    condition: sql`l.case_id = ${placeholder('id')} AND l.action IN ('open_evidence', 'authority_package')`,
    values: { id: caseId },
    rowCount: MAX_OPENINGS,
  });

const DELETED_SUBJECT_TEXT = 'Não existe mais';

function subjectLabelOf({
  kind,
  subjectId,
  label,
  subjectCaseKind,
  subjectCaseNumber,
}: AuditLogRow): string {
  if (kind === 'withdrawal') return withdrawalCodeOf(subjectId);
  if (kind === 'sellers_report' || kind === 'banned_list') return subjectId;
  if (kind === 'case' && subjectCaseKind !== null)
    return caseCodeOf(subjectCaseKind, Number(subjectCaseNumber));
  if (label === null) return DELETED_SUBJECT_TEXT;
  return kind === 'refund' ? refundCodeOf(label) : excerptOf(label, MAX_LABEL_LENGTH);
}

export function toAuditLogEntry(row: AuditLogRow): AuditLogEntry {
  const { id, key, action, reason, kind, subjectId, actorId, caseId, caseKind, caseNumber } = row;
  return {
    id,
    actor: actorId === null ? null : { uid: actorId, name: displayNameOf(row) },
    action,
    subject: { kind, id: subjectId, label: subjectLabelOf(row), path: row.path },
    reason,
    caseCode: caseKind === null ? null : caseCodeOf(caseKind, Number(caseNumber)),
    caseId,
    at: `${key.slice(0, 23)}Z`,
  };
}
