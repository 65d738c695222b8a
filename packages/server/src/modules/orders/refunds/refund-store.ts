import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, inArray, isNull, ne, sql } from '../../../platform/database/query-builder.ts';
import { amountToKeepSql } from '../order-amount-columns.ts';
import { orders, type RefundRow, refunds } from '../orders-table.ts';

export type RefundReason = RefundRow['reason'];

/** Sum of all refunds of an order in centavos, in SQL. */
const refundsTotal = sql`(SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.payment_id = ${orders.id})`;

/** Sum of an order's refunds in centavos, in SQL, without refunds that an administrator paid in another way. */
export const providerRefundsTotal = sql`(SELECT coalesce(sum(r.amount), 0)::integer FROM refunds r
  WHERE r.payment_id = ${orders.id} AND r.settled_by IS NULL)`;

/**
 * Centavos of an order that were returned or are being returned, in SQL: what chargebacks take, plus the larger of two
 * sums: the provider's total of refunds, or all of Guilda's refunds plus what the provider returned on its own.
 */
export const amountReturned = sql`(greatest(${orders.amountRefunded}, ${orders.amountTakenBack} + ${refundsTotal})
  + ${orders.chargedBack})`;

/** SQL for the centavos that an order received and must not keep, and that are not being returned yet. */
const amountReturnable = sql`coalesce(${orders.amountPaid}, 0) - ${amountToKeepSql} - ${amountReturned}`;

/**
 * Records a refund of all received money that the order does not keep; null when nothing is left to return. Lock the
 * order first, so that the sum of refunds never exceeds the received amount.
 */
export async function insertRefund(
  tx: Db,
  refund: { readonly id: string; readonly orderId: string; readonly reason: RefundReason },
): Promise<RefundRow | null> {
  const { id, orderId, reason } = refund;
  await tx.execute(sql`
    INSERT INTO refunds (id, payment_id, amount, reason)
    SELECT ${id}::uuid, ${orders.id}, ${amountReturnable}, ${reason}
    FROM ${orders} WHERE ${orders.id} = ${orderId} AND ${amountReturnable} > 0`);
  return findRefund(tx, id);
}

export async function findRefund(db: Db, id: string): Promise<RefundRow | null> {
  const rows = await db.select().from(refunds).where(eq(refunds.id, id));
  return rows[0] ?? null;
}

/** Whether Guilda has recorded a refund of the order, in any state. */
export async function hasRefund(db: Db, orderId: string): Promise<boolean> {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .limit(1);
  return rows.length > 0;
}

/** Identifies one attempt of a refund, because the answer to an earlier attempt must not change a later attempt. */
export type RefundAttempt = Pick<RefundRow, 'id' | 'attempt'>;

const isPendingAttempt = ({ id, attempt }: RefundAttempt) =>
  and(eq(refunds.id, id), eq(refunds.attempt, attempt), eq(refunds.status, 'pending'));

/**
 * Records the outcome of a pending attempt; false when it was recorded before. With `isFinalFailure` the provider has
 * stored this attempt as failed, so the next attempt needs another idempotency key.
 */
export async function recordRefundOutcome(
  db: Db,
  refundAttempt: RefundAttempt,
  outcome: {
    readonly status: 'succeeded' | 'failed';
    readonly providerRefundId?: string | null;
    readonly isFinalFailure?: boolean;
  },
): Promise<boolean> {
  const { status, providerRefundId = null, isFinalFailure = false } = outcome;
  const rows = await db
    .update(refunds)
    .set({
      status,
      // The next attempt is another refund at the provider.
      providerRefundId: isFinalFailure
        ? null
        : sql`coalesce(${providerRefundId}, ${refunds.providerRefundId})`,
      attempt: isFinalFailure ? refundAttempt.attempt + 1 : refundAttempt.attempt,
      updatedAt: databaseNow,
    })
    .where(isPendingAttempt(refundAttempt))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/** Deletes a pending refund that the provider refused, so that a smaller refund can replace it. */
export async function deleteRefund(tx: Db, id: string): Promise<boolean> {
  const rows = await tx
    .delete(refunds)
    .where(and(eq(refunds.id, id), eq(refunds.status, 'pending')))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/**
 * Records that the provider was called. A refund id of the provider means that the provider is processing the refund.
 */
export async function recordRefundAttempt(
  db: Db,
  refundAttempt: RefundAttempt,
  providerRefundId?: string,
): Promise<void> {
  await db
    .update(refunds)
    .set({
      updatedAt: databaseNow,
      ...(providerRefundId === undefined ? {} : { providerRefundId }),
    })
    .where(isPendingAttempt(refundAttempt));
}

/**
 * Marks all refunds of an order as succeeded once the provider's total has reached their sum plus the amount that the
 * provider returned on its own.
 */
export async function confirmRefunds(tx: Db, orderId: string): Promise<void> {
  await tx.execute(sql`
    UPDATE refunds SET status = 'succeeded', updated_at = ${databaseNow}
    FROM ${orders} WHERE ${orders.id} = ${orderId} AND refunds.payment_id = ${orders.id}
      AND refunds.status <> 'succeeded'
      AND ${orders.amountRefunded} >= ${orders.amountTakenBack} + ${providerRefundsTotal}`);
}

/**
 * Logs an error about a failed refund, which alerts administrators. The log entry contains only ids and amounts in
 * centavos.
 */
export function logFailedRefund(
  { log }: { readonly log: { error(fields: object, message: string): void } },
  { id, orderId, amount, reason }: RefundRow,
  failureReason: string,
): void {
  log.error(
    { refund: id, payment: orderId, amount, reason, why: failureReason },
    'a refund failed',
  );
}

/**
 * The idempotency key of an attempt. Each attempt has its own, because a provider that stored a failure would repeat
 * that failure under the same key.
 */
export const refundIdempotencyKey = ({ id, attempt }: RefundAttempt): string =>
  attempt === 0 ? id : `${id}-${attempt}`;

const idempotencyKeySql = sql`CASE WHEN ${refunds.attempt} = 0 THEN ${refunds.id}::text
  ELSE ${refunds.id} || '-' || ${refunds.attempt} END`;

/**
 * Marks succeeded refunds as failed, by the idempotency keys of their attempts, and returns these refunds.
 * `amountRefunded` is the number of centavos that the provider has returned. Lock the order first.
 */
export async function markRefundsFailed(
  tx: Db,
  orderId: string,
  {
    failedRefunds,
    amountRefunded,
  }: { readonly failedRefunds: readonly string[]; readonly amountRefunded: number },
): Promise<RefundRow[]> {
  if (failedRefunds.length === 0) return [];
  const failedRows = await tx
    .update(refunds)
    .set({
      status: 'failed',
      attempt: sql`${refunds.attempt} + 1`,
      providerRefundId: null,
      updatedAt: databaseNow,
    })
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.status, 'succeeded'),
        isNull(refunds.settledBy),
        inArray(idempotencyKeySql, [...failedRefunds]),
      ),
    )
    .returning();
  if (failedRows.length === 0) return [];
  const newAmount = sql`least(${orders.amountRefunded}, ${amountRefunded}::integer)`;
  await tx.update(orders).set({ amountRefunded: newAmount }).where(eq(orders.id, orderId));
  return failedRows;
}

/** Ids of refunds of an order that the provider is still processing. */
export async function listPendingRefundIds(db: Db, orderId: string): Promise<string[]> {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.status, 'pending'),
        sql`${refunds.providerRefundId} IS NOT NULL`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** The provider's ids of all other refunds of the refund's order. */
export async function listOtherProviderRefundIds(
  db: Db,
  { id, orderId }: Pick<RefundRow, 'id' | 'orderId'>,
): Promise<string[]> {
  const rows = await db
    .select({ providerRefundId: refunds.providerRefundId })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.id, id)));
  return rows.flatMap(({ providerRefundId }) => providerRefundId ?? []);
}

/** Whether more time than `ageInterval` (a PostgreSQL interval) has passed since `instant`, by the database's clock. */
export async function isOlderThan(db: Db, instant: Date, ageInterval: string): Promise<boolean> {
  const { rows } = await db.execute<{ older: boolean }>(
    sql`SELECT ${instant.toISOString()}::timestamptz < ${databaseNow} - ${ageInterval}::interval AS older`,
  );
  return rows[0]?.older === true;
}
