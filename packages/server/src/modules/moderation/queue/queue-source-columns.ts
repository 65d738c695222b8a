import { limits } from '@guilda/contract/limits';
import type { QueueKind } from '@guilda/contract/moderation/moderation-queue';
import { hoursToDecide, severities } from '@guilda/contract/moderation/severity';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { openWithdrawalStatusList } from '../../wallet/index.ts';
import { OVERDUE_RANK, severityRank } from '../cases/severity.ts';

/** SQL of one table whose rows are queue items, in the columns that the UNION needs. */
export interface QueueSource {
  readonly from: SQL;
  readonly columns: SQL;
  /** Rank of the item, by which the queue is ordered. */
  readonly severityRank: SQL;
  readonly openCondition: SQL;
  readonly closedCondition: SQL;
  /** Time at which the item was decided. */
  readonly decidedAt: SQL;
  readonly createdAt: SQL;
  /** Deadline that does not follow from the severity; NULL when the severity decides. */
  readonly dueAt: SQL;
  readonly id: SQL;
}

const noDueTime = sql`NULL::timestamptz`;

const placeholder = sql.placeholder;

const now = sql`${placeholder('now')}::timestamptz`;

/** The rank of a severity as a number in SQL. */
export const severityRankSql = (severity: keyof typeof severityRank) =>
  sql.raw(String(severityRank[severity]));

/**
 * Condition that leaves out reports about `reader`, so that administrators do not learn of reports about themselves.
 * `alias` is the alias of the table `cases` in the statement.
 */
export const isNotAboutReader = (alias: string) =>
  sql`${sql.identifier(alias)}.reported_user_id IS DISTINCT FROM ${placeholder('reader')}::uuid`;

const isOfRequestedKind = sql`(${placeholder('kind')}::text IS NULL OR c.kind = ${placeholder('kind')})`;

/** The time within which an item with this severity rank should be decided, as an SQL interval. */
export const timeToDecideSql = (severity: SQL) =>
  sql`make_interval(hours => CASE ${severity} ${sql.join(
    severities.map(
      (each) => sql`WHEN ${severityRankSql(each)} THEN ${sql.raw(String(hoursToDecide[each]))}`,
    ),
    sql` `,
  )} END)`;

/** A case moves to the top of the queue once its author has waited for an answer for the legal time limit. */
const caseSeverity = sql`CASE WHEN c.created_at <= ${now} - make_interval(days => ${sql.raw(String(limits.answerDays))})
    THEN ${sql.raw(String(OVERDUE_RANK))} ELSE c.severity END`;

export const caseSource: QueueSource = {
  from: sql`cases c LEFT JOIN payments o ON o.id = c.payment_id
    LEFT JOIN decisions d ON d.id = c.decision_id`,
  columns: sql`c.id, c.kind, c.number, c.title, c.message, o.purchase_code, d.action,
    coalesce(c.reported_user_id, c.author_id) AS person, NULL::bigint AS amount, c.assigned_to,
    NULL::boolean AS pix_key_matches, false AS approved_once`,
  severityRank: caseSeverity,
  openCondition: sql`c.status = 'open' AND ${isNotAboutReader('c')} AND ${isOfRequestedKind}`,
  closedCondition: sql`c.status = 'closed' AND ${isNotAboutReader('c')} AND ${isOfRequestedKind}`,
  decidedAt: sql`c.decided_at`,
  createdAt: sql`c.created_at`,
  dueAt: sql`c.created_at + ${timeToDecideSql(sql`c.severity`)}`,
  id: sql`c.id`,
};

/** A source of queue items about money. */
interface MoneySource extends QueueSource {
  /** FROM clause for counting items, without the joins that only the columns need. */
  readonly table: SQL;
}

const withdrawalSource: MoneySource = {
  table: sql`withdrawals w`,
  from: sql`withdrawals w`,
  columns: sql`w.id, 'withdrawal', NULL::bigint, NULL, NULL, NULL, NULL,
    w.owner_id, w.amount, NULL::uuid, w.pix_key_matches, w.status = 'approved_once'`,
  severityRank: severityRankSql('normal'),
  openCondition: sql`w.status IN ${openWithdrawalStatusList}`,
  closedCondition: sql`w.status IN ('settled', 'refused')`,
  decidedAt: sql`w.decided_at`,
  createdAt: sql`w.created_at`,
  dueAt: noDueTime,
  id: sql`w.id`,
};

/** The columns of an item about the money of the order `o`. */
const orderMoneyColumns = (id: SQL, kind: QueueKind, amount: SQL) =>
  sql`${id}, ${sql.raw(`'${kind}'`)}, NULL::bigint, NULL, NULL, o.purchase_code, NULL,
    o.buyer_id, ${amount}, NULL::uuid, NULL::boolean, false`;

const refundSource: MoneySource = {
  table: sql`refunds r`,
  from: sql`refunds r JOIN payments o ON o.id = r.payment_id`,
  columns: orderMoneyColumns(sql`r.id`, 'refund', sql`r.amount`),
  severityRank: severityRankSql('high'),
  openCondition: sql`r.status = 'failed'`,
  // Refunds that succeeded without the team were never in the queue and are left out.
  closedCondition: sql`r.status = 'succeeded' AND r.by_team`,
  decidedAt: sql`r.updated_at`,
  createdAt: sql`r.created_at`,
  dueAt: noDueTime,
  id: sql`r.id`,
};

/**
 * A dispute moves to the top of the queue once its decision is overdue, or once the seller's answer has waited too long
 * for a first look. Before the answer the team has nothing to do.
 */
const disputeSeverity = sql`CASE WHEN x.decide_by <= now() OR (x.viewed_at IS NULL
    AND x.answered_at <= now() - make_interval(hours => ${sql.raw(String(limits.dispute.firstLookHours))}))
    THEN ${sql.raw(String(OVERDUE_RANK))} WHEN x.state = 'answered' THEN ${severityRankSql('high')}
    ELSE ${severityRankSql('low')} END`;

const disputeSource: MoneySource = {
  table: sql`disputes x`,
  from: sql`disputes x JOIN payments o ON o.id = x.payment_id`,
  columns: orderMoneyColumns(sql`x.id`, 'dispute', sql`amount_due(o)::bigint`),
  severityRank: disputeSeverity,
  openCondition: sql`x.state <> 'resolved'`,
  // Disputes that ended without the team are left out of the closed items, which show the team's decisions.
  closedCondition: sql`x.state = 'resolved' AND x.resolved_by = 'admin'`,
  decidedAt: sql`x.decided_at`,
  createdAt: sql`x.opened_at`,
  dueAt: sql`x.decide_by`,
  id: sql`x.id`,
};

/** Time before the deadline of a chargeback at which the chargeback becomes urgent. */
const URGENT_BEFORE_DEADLINE = sql`interval '24 hours'`;

const chargebackSource: MoneySource = {
  table: sql`chargebacks b`,
  from: sql`chargebacks b JOIN payments o ON o.id = b.payment_id`,
  columns: orderMoneyColumns(sql`b.id`, 'chargeback', sql`b.amount`),
  severityRank: sql`CASE WHEN b.evidence_by <= ${placeholder('now')}::timestamptz + ${URGENT_BEFORE_DEADLINE}
    THEN ${severityRankSql('urgent')} ELSE ${severityRankSql('high')} END`,
  openCondition: sql`b.status = 'open'`,
  closedCondition: sql`b.status <> 'open'`,
  decidedAt: sql`b.decided_at`,
  createdAt: sql`b.created_at`,
  dueAt: sql`b.evidence_by`,
  id: sql`b.id`,
};

/** The queue sources of all items about money, by kind of item. */
export const moneySources = {
  withdrawal: withdrawalSource,
  refund: refundSource,
  dispute: disputeSource,
  chargeback: chargebackSource,
} satisfies Partial<Record<QueueKind, MoneySource>>;
