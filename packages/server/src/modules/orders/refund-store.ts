import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { payments, type RefundRow, refunds } from './payments-table.ts';

export type RefundReason = RefundRow['reason'];

const now = sql`clock_timestamp()`;

/** All that was ever meant to go back of a payment, in centavos. */
const meant = sql`(SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.payment_id = ${payments.id})`;

/** Of that, what the provider is to give back: not what the team noted as paid by another way. */
export const meantOfProvider = sql`(SELECT coalesce(sum(r.amount), 0)::integer FROM refunds r
  WHERE r.payment_id = ${payments.id} AND r.settled_by IS NULL)`;

/**
 * Centavos of an order that went back or are on their way: what the provider says, which contains
 * the refunds of ours that it has made, or what it did by itself and all refunds of ours.
 */
export const gone = sql`greatest(${payments.amountRefunded}, ${payments.amountTakenBack} + ${meant})`;

/** Centavos of an order that arrived, are not to be kept and are not on their way back yet. */
const due = (keep: number) => sql`coalesce(${payments.amountPaid}, 0) - ${keep}::integer - ${gone}`;

/**
 * Writes down that all of an order's money but `keep` centavos goes back; null when nothing is left
 * to give back. The caller's transaction holds the order's row, so that the sum of its refunds never
 * passes what was paid.
 */
export async function insertRefund(
  tx: Db,
  refund: { readonly id: string; readonly paymentId: string; readonly reason: RefundReason },
  keep = 0,
): Promise<RefundRow | null> {
  const { id, paymentId, reason } = refund;
  await tx.execute(sql`
    INSERT INTO refunds (id, payment_id, amount, reason)
    SELECT ${id}::uuid, ${payments.id}, ${due(keep)}, ${reason}
    FROM ${payments} WHERE ${payments.id} = ${paymentId} AND ${due(keep)} > 0`);
  return findRefund(tx, id);
}

export async function findRefund(db: Db, id: string): Promise<RefundRow | null> {
  const rows = await db.select().from(refunds).where(eq(refunds.id, id));
  return rows[0] ?? null;
}

/** Whether anything was ever meant to go back of this payment. */
export async function hasRefund(db: Db, paymentId: string): Promise<boolean> {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .limit(1);
  return rows.length > 0;
}

/** A refund as it was when the provider was asked: what became of it says nothing of a later try. */
export type Try = Pick<RefundRow, 'id' | 'attempt'>;

const underWay = ({ id, attempt }: Try) =>
  and(eq(refunds.id, id), eq(refunds.attempt, attempt), eq(refunds.status, 'pending'));

/**
 * What became of a refund that was under way; false when that was known. `over`: the provider keeps
 * this try as failed, the next one is another to it.
 */
export async function closeRefund(
  db: Db,
  tried: Try,
  outcome: {
    readonly status: 'succeeded' | 'failed';
    readonly providerRefundId?: string | null;
    readonly over?: boolean;
  },
): Promise<boolean> {
  const { status, providerRefundId = null, over = false } = outcome;
  const rows = await db
    .update(refunds)
    .set({
      status,
      providerRefundId: sql`coalesce(${providerRefundId}, ${refunds.providerRefundId})`,
      attempt: over ? tried.attempt + 1 : tried.attempt,
      updatedAt: now,
    })
    .where(underWay(tried))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/** Takes back a refund that the provider refused, so that another one can stand in its place. */
export async function dropRefund(tx: Db, id: string): Promise<boolean> {
  const rows = await tx
    .delete(refunds)
    .where(and(eq(refunds.id, id), eq(refunds.status, 'pending')))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/** Notes that the provider was asked; with its id of the refund, that it works on it. */
export async function noteAttempt(db: Db, tried: Try, providerRefundId?: string): Promise<void> {
  await db
    .update(refunds)
    .set({ updatedAt: now, ...(providerRefundId === undefined ? {} : { providerRefundId }) })
    .where(underWay(tried));
}

/**
 * Closes the refunds of a payment of which the provider has given back all that was meant to, on top of
 * what it took back by itself.
 */
export async function confirmRefunds(tx: Db, paymentId: string): Promise<void> {
  await tx.execute(sql`
    UPDATE refunds SET status = 'succeeded', updated_at = clock_timestamp()
    FROM ${payments} WHERE ${payments.id} = ${paymentId} AND refunds.payment_id = ${payments.id}
      AND refunds.status <> 'succeeded'
      AND ${payments.amountRefunded} >= ${payments.amountTakenBack} + ${meantOfProvider}`);
}

/** Tells people that a refund needs them; ids and centavos only. */
export function tellFailed(
  { log }: { readonly log: { error(fields: object, message: string): void } },
  { id, paymentId, amount, reason }: RefundRow,
  why: string,
): void {
  log.error({ refund: id, payment: paymentId, amount, reason, why }, 'a refund failed');
}

/** A try's key at the provider: what is kept as failed under one key would stay failed under it. */
export const keyOf = ({ id, attempt }: Try): string => (attempt === 0 ? id : `${id}-${attempt}`);

const key = sql`CASE WHEN ${refunds.attempt} = 0 THEN ${refunds.id}::text
  ELSE ${refunds.id} || '-' || ${refunds.attempt} END`;

/**
 * Marks refunds as failed that had succeeded, by the keys of the tries; answers them. `back`: centavos
 * of which the provider says that they went back. The caller's transaction holds the payment.
 */
export async function undoRefunds(
  tx: Db,
  paymentId: string,
  { keys, back }: { readonly keys: readonly string[]; readonly back: number },
): Promise<RefundRow[]> {
  if (keys.length === 0) return [];
  const undone = await tx
    .update(refunds)
    .set({ status: 'failed', attempt: sql`${refunds.attempt} + 1`, updatedAt: now })
    .where(
      and(
        eq(refunds.paymentId, paymentId),
        eq(refunds.status, 'succeeded'),
        isNull(refunds.settledBy),
        inArray(key, [...keys]),
      ),
    )
    .returning();
  if (undone.length === 0) return [];
  const amountRefunded = sql`least(${payments.amountRefunded}, ${back}::integer)`;
  await tx.update(payments).set({ amountRefunded }).where(eq(payments.id, paymentId));
  return undone;
}

/** Refunds that the provider works on, for asking again. */
export async function refundsUnderWay(db: Db, paymentId: string): Promise<string[]> {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, paymentId),
        eq(refunds.status, 'pending'),
        sql`${refunds.providerRefundId} IS NOT NULL`,
      ),
    );
  return rows.map(({ id }) => id);
}
