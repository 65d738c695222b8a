import type { DecisionAction } from '@guilda/contract/moderation/moderation';
import type { QueueKind, queueStates } from '@guilda/contract/moderation/moderation-queue';
import type { Cursor } from '../../../platform/cursor.ts';
import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import { type AuthorRow, authorSelectionSql } from '../../users/index.ts';
import {
  caseSource,
  isNotAboutReader,
  moneySources,
  type QueueSource,
  severityRankSql,
  timeToDecideSql,
} from './queue-source-columns.ts';

export type QueueState = (typeof queueStates)[number];

/** One item of the queue. The author columns describe the person concerned; null when no person is concerned. */
export interface QueueRow extends AuthorRow {
  readonly itemId: string;
  readonly itemKind: QueueKind;
  readonly severity: number;
  readonly number: string | null;
  readonly title: string | null;
  readonly message: string | null;
  /** Purchase code; null unless the item is about an order. */
  readonly purchaseCode: string | null;
  /** Action of the appealed decision; null unless the item is an appeal. */
  readonly action: DecisionAction | null;
  /** Centavos; null unless the item is about money. */
  readonly amount: string | null;
  /** Whether the Pix key of a withdrawal is the CPF of its owner; null when this is unknown, and for other items. */
  readonly pixKeyMatches: boolean | null;
  /** Whether the item is a withdrawal that has the first of its two approvals and lacks the second. */
  readonly approvedOnce: boolean;
  readonly state: 'open' | 'closed';
  readonly openedAt: Date;
  /** A deadline that does not follow from the severity; null when the severity decides. */
  readonly dueAt: Date | null;
  /** Time by which the item is sorted, as text: the decision of a closed item, the creation of an open item. */
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
  /** Current time, with which deadlines are compared. */
  readonly now: Date;
}

const placeholder = sql.placeholder;

const isMoneyKind = (kind: QueueKind | null): kind is keyof typeof moneySources =>
  kind !== null && Object.hasOwn(moneySources, kind);

/** The tables that can contain items of the requested kind. */
function sourcesOf({ kind, state }: QueueRequest): QueueSource[] {
  if (isMoneyKind(kind)) return state === 'mine' ? [] : [moneySources[kind]];
  if (kind !== null || state === 'mine') return [caseSource];
  return [caseSource, ...Object.values(moneySources)];
}

function isPastOpenCursor({ severityRank, createdAt, id }: QueueSource): SQL {
  const cursorRank = sql`${placeholder('severity')}::integer`;
  return sql`(${severityRank} < ${cursorRank} OR (${severityRank} = ${cursorRank}
    AND (${createdAt}, ${id}) > (${placeholder('key')}::timestamptz, ${placeholder('id')}::uuid)))`;
}

const isPastClosedCursor = ({ decidedAt, id }: QueueSource): SQL =>
  sql`(${decidedAt}, ${id}) < (${placeholder('key')}::timestamptz, ${placeholder('id')}::uuid)`;

/** Selects the rows that one table can contribute to a page of the queue, in the order of the page. */
function selectFirstRows(source: QueueSource, { state, after }: QueueRequest): SQL {
  const isClosed = state === 'closed';
  const conditions = [isClosed ? source.closedCondition : source.openCondition];
  if (state === 'mine') conditions.push(sql`c.assigned_to = ${placeholder('reader')}`);
  if (after) conditions.push(isClosed ? isPastClosedCursor(source) : isPastOpenCursor(source));
  const timeColumn = isClosed ? source.decidedAt : source.createdAt;
  const order = isClosed
    ? sql`${timeColumn} DESC, ${source.id} DESC`
    : sql`${source.severityRank} DESC, ${timeColumn}, ${source.id}`;
  return sql`(SELECT ${source.columns}, ${source.severityRank} AS severity, ${timeColumn} AS at,
      ${source.createdAt} AS opened_at, ${source.dueAt} AS due_at FROM ${source.from}
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${order} LIMIT ${placeholder('rows')})`;
}

function queueStatement(request: QueueRequest, sources: readonly QueueSource[]) {
  const isClosed = request.state === 'closed';
  const orderOf = (alias: SQL) =>
    isClosed
      ? sql`${alias}.at DESC, ${alias}.id DESC`
      : sql`${alias}.severity DESC, ${alias}.at, ${alias}.id`;
  const unionOfSources = sql.join(
    sources.map((source) => selectFirstRows(source, request)),
    sql` UNION ALL `,
  );
  return compileStatement<QueueRow & Record<string, unknown>>(sql`
    SELECT q.id AS "itemId", q.kind AS "itemKind", q.severity, q.number, q.title, q.message,
      q.purchase_code AS "purchaseCode", q.action, q.amount,
      q.pix_key_matches AS "pixKeyMatches", q.approved_once AS "approvedOnce", ${sql.raw(isClosed ? "'closed'" : "'open'")} AS state,
      q.opened_at AS "openedAt", q.due_at AS "dueAt", ${timeText(sql`q.at`)} AS key,
      t.uid AS "assigneeUid", coalesce(t.display_name, t.username) AS "assigneeName",
      ${authorSelectionSql}
    FROM (SELECT * FROM (${unionOfSources}) u(id, kind, number, title, message, purchase_code, action, person,
        amount, assigned_to, pix_key_matches, approved_once, severity, at, opened_at, due_at)
      ORDER BY ${orderOf(sql`u`)} LIMIT ${placeholder('rows')}) q
    LEFT JOIN users ON users.uid = q.person AND users.deleted_at IS NULL
    LEFT JOIN users t ON t.uid = q.assigned_to
    ORDER BY ${orderOf(sql`q`)}`);
}

/** One page of the queue: `limit` rows, and one more when another page follows. */
export async function readQueue(
  pool: Queryable,
  request: QueueRequest,
): Promise<readonly QueueRow[]> {
  const sources = sourcesOf(request);
  if (sources.length === 0) return [];
  const { after, reader, kind, limit, now } = request;
  const [severity, ...time] = after?.key.split(':') ?? [];
  const cursorValues =
    request.state === 'closed'
      ? { key: after?.key }
      : { severity: Number(severity), key: time.join(':') };
  const parameters = { ...cursorValues, id: after?.id, reader, kind, now, rows: limit + 1 };
  return queueStatement(request, sources)(pool, parameters);
}

/** SQL condition: an item with this severity rank and creation time is past its due time. */
const isOverdue = (
  severity: SQL,
  createdAt: SQL,
) => sql`${createdAt} <= ${placeholder('now')}::timestamptz
  - ${timeToDecideSql(severity)}`;

const countUrgentOrOverdue = ({
  severityRank,
  createdAt,
  dueAt,
}: QueueSource) => sql`count(*) FILTER
  (WHERE ${severityRank} >= ${severityRankSql('urgent')} OR coalesce(${dueAt} <= ${placeholder('now')}::timestamptz,
    ${isOverdue(severityRank, createdAt)}))::integer AS urgent`;

const countMoneyItems = Object.entries(moneySources).map(
  ([
    kind,
    source,
  ]) => sql`SELECT ${sql.raw(`'${kind}'`)}, count(*)::integer, ${countUrgentOrOverdue(source)}
    FROM ${source.table} WHERE ${source.openCondition}`,
);

const openCountsStatement = compileStatement<{ kind: QueueKind; count: number; urgent: number }>(
  sql`SELECT c.kind, count(*)::integer AS count, ${countUrgentOrOverdue(caseSource)}
      FROM cases c WHERE c.status = 'open' AND ${isNotAboutReader('c')} GROUP BY c.kind
    UNION ALL ${sql.join(countMoneyItems, sql` UNION ALL `)}`,
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
