import { soldStatuses } from '@guilda/contract/orders/order-statuses';
import { databaseNow } from '../../platform/database/clock.ts';
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
import { waitUntilReplicated } from '../../platform/database/replicas/unreplicated.ts';
import { isFreeOrder } from './order-amount-columns.ts';
import { type OrderRow, orders, soldServices, webhookEvents } from './orders-table.ts';
import { providerRefundsTotal } from './refunds/refund-store.ts';

/** The given columns of a new order; its payment time and its deadlines are computed when it is inserted. */
export type NewOrder = Omit<typeof orders.$inferInsert, 'paidAt' | 'startBy' | 'expiresAt'>;

/** How long an order may stay in its states; fractions are allowed. */
export interface OrderTimeouts {
  readonly paymentTimeoutMinutes: number;
  readonly startTimeoutHours: number;
  /** Clearing time of the seller's part when the seller completed the order; 0 for none. */
  readonly clearingHours: number;
  /** Clearing time when the buyer completed the order; 0 for none. */
  readonly clearingHoursConfirmed: number;
}

/**
 * Inserts an order with its deadlines by the database's clock; a free order counts as paid at once. Null when the
 * purchase code or the buyer's idempotency key exists already.
 */
export async function insertOrder(
  tx: Db,
  order: NewOrder,
  {
    paymentTimeoutMinutes,
    startTimeoutHours,
  }: Pick<OrderTimeouts, 'paymentTimeoutMinutes' | 'startTimeoutHours'>,
): Promise<OrderRow | null> {
  const isFree = isFreeOrder(order);
  const rows = await tx
    .insert(orders)
    .values({
      ...order,
      paidAt: isFree ? sql`now()` : null,
      startBy: isFree ? sql`now() + make_interval(secs => ${startTimeoutHours * 3600})` : null,
      expiresAt: sql`now() + make_interval(secs => ${paymentTimeoutMinutes * 60})`,
    })
    .onConflictDoNothing()
    .returning();
  return rows[0] ?? null;
}

/**
 * Copies the description of the service to a new order (`docs/product/evidence.md`), in the transaction that inserts
 * the order; that transaction has locked the service.
 */
export async function copySoldService(
  tx: Db,
  { id, serviceId }: Pick<OrderRow, 'id' | 'serviceId'>,
): Promise<void> {
  await tx.execute(sql`INSERT INTO ${soldServices} (payment_id, category, description)
    SELECT ${id}::uuid, s.category, s.description FROM services s WHERE s.id = ${serviceId}`);
}

export async function findOrderByIdempotencyKey(
  db: Db,
  buyerId: string,
  idempotencyKey: string,
): Promise<OrderRow | null> {
  const rows = await db
    .select({ order: orders, replicated: waitUntilReplicated })
    .from(orders)
    .where(and(eq(orders.buyerId, buyerId), eq(orders.idempotencyKey, idempotencyKey)));
  return rows[0]?.order ?? null;
}

export async function findOrder(db: Db, id: string): Promise<OrderRow | null> {
  const rows = await db.select().from(orders).where(eq(orders.id, id));
  return rows[0] ?? null;
}

/** Reads an order whose state answers a repeated request, once a synchronous standby, if there is one, has that state. */
export async function findReplicatedOrder(db: Db, id: string): Promise<OrderRow | null> {
  const rows = await db
    .select({ order: orders, replicated: waitUntilReplicated })
    .from(orders)
    .where(eq(orders.id, id));
  return rows[0]?.order ?? null;
}

/** Locks an order until the transaction ends. */
export async function lockOrder(tx: Db, id: string): Promise<OrderRow | null> {
  const rows = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  return rows[0] ?? null;
}

/** Locks an order of this provider until the transaction ends; null when the provider has no order with this id. */
export async function lockProviderOrder(tx: Db, id: string, providerName: string) {
  const rows = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.provider, providerName)))
    .for('update');
  return rows[0] ?? null;
}

/** Stores the provider's checkout of an order unless one is stored already; returns the order. */
export async function storeCheckout(
  db: Db,
  id: string,
  checkout: { readonly providerCheckoutId: string; readonly checkoutUrl: string },
): Promise<OrderRow | null> {
  const updatedOrders = await db
    .update(orders)
    .set({ ...checkout, updatedAt: databaseNow })
    .where(and(eq(orders.id, id), isNull(orders.checkoutUrl)))
    .returning();
  return updatedOrders[0] ?? findOrder(db, id);
}

/**
 * Stores the provider's totals of an order, in centavos. A total is never decreased, so an older record does not
 * replace a newer one. Null when no total changed.
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
  const knownPaidAmount = sql`coalesce(${orders.amountPaid}, 0)`;
  const newRefundedAmount = sql`greatest(${orders.amountRefunded}, ${amountRefunded}::integer)`;
  // The provider's refunds less Guilda's own refunds: the amount that the provider returned on its own. A higher stored
  // amount is kept, because a pending refund of Guilda lowers the difference although the refund may be deleted later.
  const newTakenBackAmount = sql`${newRefundedAmount} - ${providerRefundsTotal}`;
  const rows = await tx
    .update(orders)
    .set({
      amountPaid: sql`greatest(${knownPaidAmount}, ${amountPaid}::integer)`,
      amountRefunded: newRefundedAmount,
      amountTakenBack: sql`greatest(${orders.amountTakenBack}, ${newTakenBackAmount})`,
      providerPaymentId: sql`coalesce(${providerPaymentId}, ${orders.providerPaymentId})`,
      updatedAt: databaseNow,
    })
    .where(
      and(
        eq(orders.id, id),
        sql`(${knownPaidAmount} < ${amountPaid} OR ${orders.amountRefunded} < ${amountRefunded}
          OR ${orders.amountTakenBack} < ${newTakenBackAmount})`,
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/** Records a webhook event in the caller's transaction; false when the event was recorded before. */
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

/** Whether the event was recorded by a commit that a synchronous standby has, if there is one. */
export async function isWebhookEventRecorded(
  db: Db,
  provider: string,
  eventId: string,
): Promise<boolean> {
  const rows = await db
    .select({ replicated: waitUntilReplicated })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, eventId)));
  return rows.length > 0;
}

/** Ids of the unpaid orders of which this person is buyer or seller, oldest first. */
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

/**
 * Condition: a payment of this order would be refunded at once, because the seller is suspended or an account is
 * closed. `settlePayment` applies the same rule.
 */
export const isUnservable = sql`EXISTS (SELECT FROM users
  WHERE (uid = ${orders.sellerId} AND suspended_at IS NOT NULL)
    OR (uid IN (${orders.buyerId}, ${orders.sellerId}) AND deleted_at IS NOT NULL))`;

/** Reads an unpaid order for which {@link isUnservable} holds; null for any other order. */
export async function findUnservableOrder(db: Db, id: string): Promise<OrderRow | null> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.serviceStatus, 'awaiting_payment'), isUnservable));
  return rows[0] ?? null;
}

/** The fields of an unfinished order that the refusal to close an account shows. */
export type OpenOrder = Pick<OrderRow, 'id' | 'purchaseCode' | 'productName' | 'serviceStatus'>;

/**
 * Orders that prevent this person from closing the account, oldest first: bought or sold orders that are paid and not
 * completed, or disputed, and sales whose money the person cannot withdraw yet.
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
          isNotNull(orders.openDisputeId),
          and(eq(orders.sellerId, uid), isNotNull(orders.heldUntil)),
        ),
      ),
    )
    .orderBy(orders.createdAt, orders.id);
}

/**
 * Marks a completed order as reviewed, in the transaction that inserts the review. False, and nothing changes, when the
 * order is not completed or is reviewed already.
 */
export async function markOrderReviewed(tx: Db, id: string, rating: number): Promise<boolean> {
  const rows = await tx
    .update(orders)
    .set({ reviewed: true, rating, updatedAt: databaseNow })
    .where(and(eq(orders.id, id), eq(orders.serviceStatus, 'complete'), eq(orders.reviewed, false)))
    .returning({ id: orders.id });
  return rows.length > 0;
}

/**
 * Records that the buyer opens a pack, before the first byte of a file is sent. False when the order was refunded
 * before the pack was first opened; then no byte may be sent.
 */
export async function markPackOpened(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .update(orders)
    .set({ packOpenedAt: databaseNow })
    .where(
      and(
        eq(orders.id, id),
        isNull(orders.packOpenedAt),
        inArray(orders.serviceStatus, [...soldStatuses]),
      ),
    )
    .returning({ id: orders.id });
  // A concurrent request may have marked the pack as opened first.
  return rows.length > 0 || (await findOrder(db, id))?.packOpenedAt != null;
}

/** Condition: the seller of the order is permanently suspended. */
export const isSellerSuspendedForGood = sql`EXISTS (SELECT FROM users WHERE users.uid = ${orders.sellerId}
  AND users.suspended_at IS NOT NULL AND users.suspended_until IS NULL)`;

/** Ids of the orders that this seller has not started yet, oldest first. */
export async function listUnstartedOrderIds(db: Db, sellerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.sellerId, sellerId), eq(orders.serviceStatus, 'awaiting_start')))
    .orderBy(orders.createdAt, orders.id);
  return rows.map(({ id }) => id);
}
