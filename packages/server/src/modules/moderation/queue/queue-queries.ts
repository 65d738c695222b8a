import { limits } from '@guilda/contract/limits';
import type { DecisionAction } from '@guilda/contract/moderation';
import type { QueueKind, queueStates } from '@guilda/contract/moderation-queue';
import { hoursToDecide, severities } from '@guilda/contract/severity';
import type { Cursor } from '../../../platform/cursor.ts';
import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import { type AuthorRow, authorSelectionSql } from '../../users/index.ts';
import { severityRank } from '../cases/severity.ts';

export type QueueState = (typeof queueStates)[number];

/** One item of the queue with the person concerned, whose columns are null when there is none. */
export interface QueueRow extends AuthorRow {
  readonly itemId: string;
  readonly itemKind: QueueKind;
  readonly severity: number;
  readonly number: string | null;
  readonly title: string | null;
  readonly message: string | null;
  /** Purchase code; null unless the item is a refund, a dispute or a case about an order. */
  readonly purchaseCode: string | null;
  /** Action of the appealed decision; null unless the item is an appeal. */
  readonly action: DecisionAction | null;
  /** Centavos; null unless the item is a withdrawal, a refund or a dispute. */
  readonly amount: string | null;
  /** Whether a withdrawal's Pix key is the CPF of its person; null for other items and when nobody knows. */
  readonly pixKeyMatches: boolean | null;
  /** Whether one of two administrators has approved a withdrawal. */
  readonly approvedOnce: boolean;
  readonly state: 'open' | 'closed';
  readonly openedAt: Date;
  /** Deadline of a dispute's decision; null for other items, whose severity gives the deadline. */
  readonly dueAt: Date | null;
  /** Time of the creation, or of the decision for a closed item, in the format of a cursor key. */
  readonly key: string;
  readonly assigneeUid: string | null;
  readonly assigneeName: string | null;
}

export interface QueueRequest {
  readonly state: QueueState;
  readonly kind: QueueKind | null;
  /** Uid of the administrator who reads the queue. */
  readonly reader: string;
  /**
   * Position after which the page starts. `key` is severity and time for open items, only the time for closed items.
   */
  readonly after: Cursor | null;
  readonly limit: number;
}

/** SQL of one table whose rows are queue items, in the columns that the UNION needs. */
interface QueueSource {
  readonly from: SQL;
  readonly columns: SQL;
  readonly severity: SQL;
  readonly open: SQL;
  readonly closed: SQL;
  /** Time at which the item was decided. */
  readonly decidedAt: SQL;
  readonly createdAt: SQL;
  readonly id: SQL;
}

const placeholder = sql.placeholder;
const severityRankSql = (severity: keyof typeof severityRank) =>
  sql.raw(String(severityRank[severity]));

/**
 * Condition that leaves out reports about `reader`, so that administrators do not learn of reports about themselves.
 * `alias` is the alias of the table `cases` in the statement.
 */
export const isNotAboutReader = (alias: string) =>
  sql`${sql.identifier(alias)}.reported_user_id IS DISTINCT FROM ${placeholder('reader')}::uuid`;

const isOfRequestedKind = sql`(${placeholder('kind')}::text IS NULL OR c.kind = ${placeholder('kind')})`;

const caseSource: QueueSource = {
  from: sql`cases c LEFT JOIN payments o ON o.id = c.payment_id
    LEFT JOIN decisions d ON d.id = c.decision_id`,
  columns: sql`c.id, c.kind, c.number, c.title, c.message, o.purchase_code, d.action,
    coalesce(c.reported_user_id, c.author_id) AS person, NULL::bigint AS amount, c.assigned_to,
    NULL::boolean AS pix_key_matches, false AS approved_once, NULL::timestamptz AS due_at`,
  severity: sql`c.severity`,
  open: sql`c.status = 'open' AND ${isNotAboutReader('c')} AND ${isOfRequestedKind}`,
  closed: sql`c.status = 'closed' AND ${isNotAboutReader('c')} AND ${isOfRequestedKind}`,
  decidedAt: sql`c.decided_at`,
  createdAt: sql`c.created_at`,
  id: sql`c.id`,
};

const withdrawalSource: QueueSource = {
  from: sql`withdrawals w`,
  columns: sql`w.id, 'withdrawal', NULL::bigint, NULL, NULL, NULL, NULL,
    w.owner_id, w.amount, NULL::uuid, w.pix_key_matches, w.status = 'approved_once',
    NULL::timestamptz`,
  severity: severityRankSql('normal'),
  open: sql`w.status IN ('requested', 'approved_once', 'unclear')`,
  closed: sql`w.status IN ('settled', 'refused')`,
  decidedAt: sql`w.decided_at`,
  createdAt: sql`w.created_at`,
  id: sql`w.id`,
};

const refundSource: QueueSource = {
  from: sql`refunds r JOIN payments o ON o.id = r.payment_id`,
  columns: sql`r.id, 'refund', NULL::bigint, NULL, NULL, o.purchase_code, NULL,
    o.buyer_id, r.amount, NULL::uuid, NULL::boolean, false, NULL::timestamptz`,
  severity: severityRankSql('high'),
  open: sql`r.status = 'failed'`,
  // A refund that succeeded without the team was never in the queue.
  closed: sql`r.status = 'succeeded' AND r.by_team`,
  decidedAt: sql`r.updated_at`,
  createdAt: sql`r.created_at`,
  id: sql`r.id`,
};

/**
 * A dispute is urgent once its decision is overdue, or once the seller's answer has waited too long for a first look;
 * before the answer it needs nothing from the team.
 */
const disputeSeverity = sql`CASE WHEN x.decide_by <= now() OR (x.viewed_at IS NULL
    AND x.answered_at <= now() - make_interval(hours => ${sql.raw(String(limits.dispute.firstLookHours))}))
    THEN ${severityRankSql('urgent')} WHEN x.state = 'answered' THEN ${severityRankSql('high')}
    ELSE ${severityRankSql('low')} END`;

const disputeSource: QueueSource = {
  from: sql`disputes x JOIN payments o ON o.id = x.payment_id`,
  columns: sql`x.id, 'dispute', NULL::bigint, NULL, NULL, o.purchase_code, NULL,
    o.buyer_id, o.price::bigint, NULL::uuid, NULL::boolean, false, x.decide_by`,
  severity: disputeSeverity,
  open: sql`x.state <> 'resolved'`,
  // Disputes that ended without the team are not listed among its decisions.
  closed: sql`x.state = 'resolved' AND x.resolved_by = 'admin'`,
  decidedAt: sql`x.decided_at`,
  createdAt: sql`x.opened_at`,
  id: sql`x.id`,
};

/** The tables that can contain items of the requested kind. */
function sourcesOf({ kind, state }: QueueRequest): QueueSource[] {
  if (kind === 'withdrawal') return state === 'mine' ? [] : [withdrawalSource];
  if (kind === 'refund') return state === 'mine' ? [] : [refundSource];
  if (kind === 'dispute') return state === 'mine' ? [] : [disputeSource];
  if (kind !== null || state === 'mine') return [caseSource];
  return [caseSource, withdrawalSource, refundSource, disputeSource];
}

function isPastOpenCursor({ severity, createdAt, id }: QueueSource): SQL {
  const rankGiven = sql`${placeholder('severity')}::integer`;
  return sql`(${severity} < ${rankGiven} OR (${severity} = ${rankGiven}
    AND (${createdAt}, ${id}) > (${placeholder('key')}::timestamptz, ${placeholder('id')}::uuid)))`;
}

const isPastClosedCursor = ({ decidedAt, id }: QueueSource): SQL =>
  sql`(${decidedAt}, ${id}) < (${placeholder('key')}::timestamptz, ${placeholder('id')}::uuid)`;

/** The first rows of one table, in the order of the whole queue. */
function selectFirstRows(source: QueueSource, { state, after }: QueueRequest): SQL {
  const closed = state === 'closed';
  const conditions = [closed ? source.closed : source.open];
  if (state === 'mine') conditions.push(sql`c.assigned_to = ${placeholder('reader')}`);
  if (after) conditions.push(closed ? isPastClosedCursor(source) : isPastOpenCursor(source));
  const at = closed ? source.decidedAt : source.createdAt;
  const order = closed
    ? sql`${at} DESC, ${source.id} DESC`
    : sql`${source.severity} DESC, ${at}, ${source.id}`;
  return sql`(SELECT ${source.columns}, ${source.severity} AS severity, ${at} AS at,
      ${source.createdAt} AS opened_at FROM ${source.from}
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${order} LIMIT ${placeholder('rows')})`;
}

function queueStatement(request: QueueRequest, sources: readonly QueueSource[]) {
  const closed = request.state === 'closed';
  const order = (q: SQL) =>
    closed ? sql`${q}.at DESC, ${q}.id DESC` : sql`${q}.severity DESC, ${q}.at, ${q}.id`;
  const all = sql.join(
    sources.map((source) => selectFirstRows(source, request)),
    sql` UNION ALL `,
  );
  return compileStatement<QueueRow & Record<string, unknown>>(sql`
    SELECT q.id AS "itemId", q.kind AS "itemKind", q.severity, q.number, q.title, q.message,
      q.purchase_code AS "purchaseCode", q.action, q.amount,
      q.pix_key_matches AS "pixKeyMatches", q.approved_once AS "approvedOnce", ${sql.raw(closed ? "'closed'" : "'open'")} AS state,
      q.opened_at AS "openedAt", q.due_at AS "dueAt", ${timeText(sql`q.at`)} AS key,
      t.uid AS "assigneeUid", coalesce(t.display_name, t.username) AS "assigneeName",
      ${authorSelectionSql}
    FROM (SELECT * FROM (${all}) u(id, kind, number, title, message, purchase_code, action, person,
        amount, assigned_to, pix_key_matches, approved_once, due_at, severity, at, opened_at)
      ORDER BY ${order(sql`u`)} LIMIT ${placeholder('rows')}) q
    LEFT JOIN users ON users.uid = q.person AND users.deleted_at IS NULL
    LEFT JOIN users t ON t.uid = q.assigned_to
    ORDER BY ${order(sql`q`)}`);
}

/** One page of the queue: `limit` rows, and one more when another page follows. */
export async function readQueue(pool: Queryable, request: QueueRequest): Promise<QueueRow[]> {
  const sources = sourcesOf(request);
  if (sources.length === 0) return [];
  const { after, reader, kind, limit } = request;
  const [severity, ...time] = after?.key.split(':') ?? [];
  const cursorValues =
    request.state === 'closed'
      ? { key: after?.key }
      : { severity: Number(severity), key: time.join(':') };
  const values = { ...cursorValues, id: after?.id, reader, kind, rows: limit + 1 };
  return queueStatement(request, sources)(pool, values);
}

/** Whether an item with that severity and creation time is past its due time, in SQL. */
const isOverdue = (
  severity: SQL,
  createdAt: SQL,
) => sql`${createdAt} <= ${placeholder('now')}::timestamptz
  - make_interval(hours => CASE ${severity} ${sql.join(
    severities.map(
      (each) => sql`WHEN ${severityRankSql(each)} THEN ${sql.raw(String(hoursToDecide[each]))}`,
    ),
    sql` `,
  )} END)`;

const countUrgentOrOverdue = ({ severity, createdAt }: QueueSource) => sql`count(*) FILTER
  (WHERE ${severity} = ${severityRankSql('urgent')} OR ${isOverdue(severity, createdAt)})::integer AS urgent`;

const openCountsStatement = compileStatement<{ kind: QueueKind; count: number; urgent: number }>(
  sql`SELECT c.kind, count(*)::integer AS count, ${countUrgentOrOverdue(caseSource)}
      FROM cases c WHERE c.status = 'open' AND ${isNotAboutReader('c')} GROUP BY c.kind
    UNION ALL SELECT 'withdrawal', count(*)::integer, ${countUrgentOrOverdue(withdrawalSource)}
      FROM withdrawals w WHERE ${withdrawalSource.open}
    UNION ALL SELECT 'refund', count(*)::integer, ${countUrgentOrOverdue(refundSource)}
      FROM refunds r WHERE ${refundSource.open}
    UNION ALL SELECT 'dispute', count(*)::integer, count(*) FILTER
        (WHERE ${disputeSeverity} = ${severityRankSql('urgent')})::integer
      FROM disputes x WHERE ${disputeSource.open}`,
  'open at the desk',
);

/**
 * Number of open items of each kind, and how many of these items are urgent or overdue; reports about `reader` are left
 * out. A kind without open items may be missing.
 */
export const countOpenItems = (
  pool: Queryable,
  request: { readonly reader: string; readonly now: Date },
) => openCountsStatement(pool, request);
