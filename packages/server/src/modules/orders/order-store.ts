import type { Db } from '../../platform/database/pool.ts';
import {
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  or,
  sql,
} from '../../platform/database/query-builder.ts';
import { amountDue } from './order-amount-columns.ts';
import { type OrderRow, orders, webhookEvents } from './orders-table.ts';
import { providerRefundsTotal } from './refunds/refund-store.ts';

/** A new order; its deadlines are set when it is inserted. */
export type NewOrder = Omit<typeof orders.$inferInsert, 'paidAt' | 'startBy' | 'expiresAt'>;

/** How long an order waits for its payment, and then for its start; fractions are fine. */
export interface OrderTimeouts {
  readonly paymentTimeoutMinutes: number;
  readonly startTimeoutHours: number;
}

/**
 * Inserts an order with its deadlines by the database's clock; a free one counts as paid. Null when its
 * purchase code or the buyer's idempotency key is taken.
 */
export async function insertOrder(
  tx: Db,
  order: NewOrder,
  { paymentTimeoutMinutes, startTimeoutHours }: OrderTimeouts,
): Promise<OrderRow | null> {
  const free = amountDue(order) === 0;
  const rows = await tx
    .insert(orders)
    .values({
      ...order,
      paidAt: free ? sql`now()` : null,
      startBy: free ? sql`now() + make_interval(secs => ${startTimeoutHours * 3600})` : null,
      expiresAt: sql`now() + make_interval(secs => ${paymentTimeoutMinutes * 60})`,
    })
    .onConflictDoNothing()
    .returning();
  return rows[0] ?? null;
}

export async function findOrderByIdempotencyKey(
  db: Db,
  buyerId: string,
  idempotencyKey: string,
): Promise<OrderRow | null> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.buyerId, buyerId), eq(orders.idempotencyKey, idempotencyKey)));
  return rows[0] ?? null;
}

export async function findOrder(db: Db, id: string): Promise<OrderRow | null> {
  const rows = await db.select().from(orders).where(eq(orders.id, id));
  return rows[0] ?? null;
}

/** Locks an order until the transaction ends. */
export async function lockOrder(tx: Db, id: string): Promise<OrderRow | null> {
  const rows = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  return rows[0] ?? null;
}

/** Locks an order of this provider until the transaction ends; null when it has none with this id. */
export async function lockProviderOrder(tx: Db, id: string, provider: string) {
  const rows = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.provider, provider)))
    .for('update');
  return rows[0] ?? null;
}

/** Stores the provider's checkout of an order, once; answers the order. */
export async function storeCheckout(
  db: Db,
  id: string,
  checkout: { readonly providerCheckoutId: string; readonly checkoutUrl: string },
): Promise<OrderRow | null> {
  const stored = await db
    .update(orders)
    .set({ ...checkout, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(orders.id, id), isNull(orders.checkoutUrl)))
    .returning();
  return stored[0] ?? findOrder(db, id);
}

/**
 * Stores the provider's totals of an order, in centavos. Totals only grow, so an older record never
 * replaces a newer one. Null when no total changed.
 */
export async function recordProviderAmounts(
  tx: Db,
  id: string,
  money: {
    readonly amountPaid: number;
    readonly amountRefunded: number;
    readonly providerPaymentId: string | null;
  },
): Promise<OrderRow | null> {
  const { amountPaid, amountRefunded, providerPaymentId } = money;
  const paid = sql`coalesce(${orders.amountPaid}, 0)`;
  // What was returned beyond our own refunds was returned by the provider on its own.
  const takenBack = sql`${amountRefunded}::integer
    - ${providerRefundsTotal}`;
  const rows = await tx
    .update(orders)
    .set({
      amountPaid: sql`greatest(${paid}, ${amountPaid}::integer)`,
      amountRefunded: sql`greatest(${orders.amountRefunded}, ${amountRefunded}::integer)`,
      amountTakenBack: sql`greatest(${orders.amountTakenBack}, ${takenBack})`,
      providerPaymentId: sql`coalesce(${providerPaymentId}, ${orders.providerPaymentId})`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(
      and(
        eq(orders.id, id),
        sql`(${paid} < ${amountPaid} OR ${orders.amountRefunded} < ${amountRefunded}
          OR ${orders.amountTakenBack} < ${takenBack})`,
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/** Records a webhook event in the caller's transaction; false when it was recorded before. */
export async function recordWebhookEvent(
  tx: Db,
  provider: string,
  eventId: string,
): Promise<boolean> {
  const rows = await tx
    .insert(webhookEvents)
    .values({ provider, eventId })
    .onConflictDoNothing()
    .returning({ eventId: webhookEvents.eventId });
  return rows.length > 0;
}

export async function isWebhookEventRecorded(
  db: Db,
  provider: string,
  eventId: string,
): Promise<boolean> {
  const rows = await db
    .select({ eventId: webhookEvents.eventId })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, eventId)));
  return rows.length > 0;
}

/** Ids of the unpaid orders of a buyer or seller, oldest first. */
export async function listUnpaidOrderIds(db: Db, uid: string): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        or(eq(orders.buyerId, uid), eq(orders.sellerId, uid)),
        eq(orders.serviceStatus, 'awaiting_payment'),
      ),
    )
    .orderBy(orders.createdAt, orders.id);
  return rows.map(({ id }) => id);
}

/** Whether a payment of this order would be refunded at once; `settlePayment` applies the same rule. */
export const isUnservable = sql`EXISTS (SELECT FROM users
  WHERE (uid = ${orders.sellerId} AND suspended_at IS NOT NULL)
    OR (uid IN (${orders.buyerId}, ${orders.sellerId}) AND deleted_at IS NOT NULL))`;

/** An unpaid order that is {@link isUnservable}. */
export async function findUnservableOrder(db: Db, id: string): Promise<OrderRow | null> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.serviceStatus, 'awaiting_payment'), isUnservable));
  return rows[0] ?? null;
}

/** An order that keeps an account from being closed, as the refusal lists it. */
export type OpenOrder = Pick<OrderRow, 'id' | 'purchaseCode' | 'productName' | 'serviceStatus'>;

/**
 * Orders that are paid and not finished, as buyer or as seller, and sales whose money is clearing; oldest
 * first.
 */
export async function listOpenOrders(db: Db, uid: string): Promise<OpenOrder[]> {
  return db
    .select({
      id: orders.id,
      purchaseCode: orders.purchaseCode,
      productName: orders.productName,
      serviceStatus: orders.serviceStatus,
    })
    .from(orders)
    .where(
      and(
        or(eq(orders.buyerId, uid), eq(orders.sellerId, uid)),
        or(
          inArray(orders.serviceStatus, ['awaiting_start', 'in_progress']),
          and(eq(orders.sellerId, uid), isNotNull(orders.heldUntil)),
        ),
      ),
    )
    .orderBy(orders.createdAt, orders.id);
}

/**
 * Marks a completed order as reviewed, in the review's transaction. False, and nothing changes, unless
 * the order is complete and not reviewed yet.
 */
export async function markOrderReviewed(tx: Db, id: string, rating: number): Promise<boolean> {
  const rows = await tx
    .update(orders)
    .set({ reviewed: true, rating, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(orders.id, id), eq(orders.serviceStatus, 'complete'), eq(orders.reviewed, false)))
    .returning({ id: orders.id });
  return rows.length > 0;
}

/**
 * Records that the buyer is about to get bytes of the pack, before any is sent. False when the order was taken back
 * or closed meanwhile: then nothing may be sent.
 */
export async function markPackOpened(db: Db, id: string): Promise<boolean> {
  const isOpened = async () => (await findOrder(db, id))?.packOpenedAt != null;
  if (await isOpened()) return true;
  const rows = await db
    .update(orders)
    .set({ packOpenedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(orders.id, id),
        isNull(orders.packOpenedAt),
        inArray(orders.serviceStatus, ['awaiting_start', 'in_progress', 'complete']),
      ),
    )
    .returning({ id: orders.id });
  // Another request may have opened it first.
  return rows.length > 0 || isOpened();
}

/** Condition for orders whose seller is suspended without an end. */
export const isSellerSuspendedForGood = sql`EXISTS (SELECT FROM users WHERE users.uid = ${orders.sellerId}
  AND users.suspended_at IS NOT NULL AND users.suspended_until IS NULL)`;

/** Ids of the orders that wait for this seller to start them, oldest first. */
export async function listUnstartedOrderIds(db: Db, sellerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.sellerId, sellerId), eq(orders.serviceStatus, 'awaiting_start')))
    .orderBy(orders.createdAt, orders.id);
  return rows.map(({ id }) => id);
}
