import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { type PaymentRow, payments, webhookEvents } from './payments-table.ts';
import { meantOfProvider } from './refund-store.ts';

export type NewPayment = Pick<
  PaymentRow,
  | 'id'
  | 'purchaseCode'
  | 'buyerId'
  | 'sellerId'
  | 'serviceId'
  | 'productName'
  | 'type'
  | 'price'
  | 'photoURL'
  | 'adult'
  | 'serviceStatus'
  | 'idempotencyKey'
  | 'provider'
>;

/** How long an order waits for its payment, and then for its start; fractions are fine. */
export interface OrderTimeouts {
  readonly paymentTimeoutMinutes: number;
  readonly startTimeoutHours: number;
}

/**
 * Adds an order with its deadlines by the database's clock; a free one counts as paid. Null when its
 * purchase code or the buyer's idempotency key is taken.
 */
export async function insertPayment(
  tx: Db,
  order: NewPayment,
  { paymentTimeoutMinutes, startTimeoutHours }: OrderTimeouts,
): Promise<PaymentRow | null> {
  const free = order.price === 0;
  const rows = await tx
    .insert(payments)
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

export async function findByKey(
  db: Db,
  buyerId: string,
  idempotencyKey: string,
): Promise<PaymentRow | null> {
  const rows = await db
    .select()
    .from(payments)
    .where(and(eq(payments.buyerId, buyerId), eq(payments.idempotencyKey, idempotencyKey)));
  return rows[0] ?? null;
}

export async function findPayment(db: Db, id: string): Promise<PaymentRow | null> {
  const rows = await db.select().from(payments).where(eq(payments.id, id));
  return rows[0] ?? null;
}

/** Holds an order against every other change until the transaction ends. */
export async function holdPayment(tx: Db, id: string): Promise<PaymentRow | null> {
  const rows = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  return rows[0] ?? null;
}

/** The provider's order, held against every other change until the transaction ends. */
export async function lockPayment(tx: Db, id: string, provider: string) {
  const rows = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.provider, provider)))
    .for('update');
  return rows[0] ?? null;
}

/** Keeps the provider's checkout with the order, once; answers the order as it stands. */
export async function storeCheckout(
  db: Db,
  id: string,
  checkout: { readonly providerCheckoutId: string; readonly checkoutUrl: string },
): Promise<PaymentRow | null> {
  const stored = await db
    .update(payments)
    .set({ ...checkout, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(payments.id, id), isNull(payments.checkoutUrl)))
    .returning();
  return stored[0] ?? findPayment(db, id);
}

/**
 * Keeps the provider's word on the money of an order; centavos. An older word never replaces a newer
 * one, because what was paid and what went back only grow. Null when nothing of it is new.
 */
export async function recordMoney(
  tx: Db,
  id: string,
  money: {
    readonly amountPaid: number;
    readonly amountRefunded: number;
    readonly providerPaymentId: string | null;
  },
): Promise<PaymentRow | null> {
  const { amountPaid, amountRefunded, providerPaymentId } = money;
  const paid = sql`coalesce(${payments.amountPaid}, 0)`;
  // What went back beyond all refunds of ours was the provider's own doing.
  const takenBack = sql`${amountRefunded}::integer
    - ${meantOfProvider}`;
  const rows = await tx
    .update(payments)
    .set({
      amountPaid: sql`greatest(${paid}, ${amountPaid}::integer)`,
      amountRefunded: sql`greatest(${payments.amountRefunded}, ${amountRefunded}::integer)`,
      amountTakenBack: sql`greatest(${payments.amountTakenBack}, ${takenBack})`,
      providerPaymentId: sql`coalesce(${providerPaymentId}, ${payments.providerPaymentId})`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(
      and(
        eq(payments.id, id),
        sql`(${paid} < ${amountPaid} OR ${payments.amountRefunded} < ${amountRefunded}
          OR ${payments.amountTakenBack} < ${takenBack})`,
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/** Whether this is the first time the event is seen; remembered by the caller's transaction. */
export async function rememberEvent(tx: Db, provider: string, eventId: string): Promise<boolean> {
  const rows = await tx
    .insert(webhookEvents)
    .values({ provider, eventId })
    .onConflictDoNothing()
    .returning({ eventId: webhookEvents.eventId });
  return rows.length > 0;
}

export async function isKnownEvent(db: Db, provider: string, eventId: string): Promise<boolean> {
  const rows = await db
    .select({ eventId: webhookEvents.eventId })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, eventId)));
  return rows.length > 0;
}

/** Ids of the orders that somebody bought or sells and that are not paid, oldest first. */
export async function unpaidOrdersOf(db: Db, uid: string): Promise<string[]> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        or(eq(payments.buyerId, uid), eq(payments.sellerId, uid)),
        eq(payments.serviceStatus, 'awaiting_payment'),
      ),
    )
    .orderBy(payments.createdAt, payments.id);
  return rows.map(({ id }) => id);
}

/** Whether the payment of an order would go back at once: `settlePayment` asks for the same. */
export const unservable = sql`EXISTS (SELECT FROM users
  WHERE (uid = ${payments.sellerId} AND suspended_at IS NOT NULL)
    OR (uid IN (${payments.buyerId}, ${payments.sellerId}) AND deleted_at IS NOT NULL))`;

/** An unpaid order that is {@link unservable}. */
export async function findUnservable(db: Db, id: string): Promise<PaymentRow | null> {
  const rows = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.serviceStatus, 'awaiting_payment'), unservable));
  return rows[0] ?? null;
}

/** An order that someone still waits for, as a refused account deletion lists it (`product §12`). */
export type OpenOrder = Pick<PaymentRow, 'id' | 'purchaseCode' | 'productName' | 'serviceStatus'>;

/** Orders that are paid and not yet over, as buyer or as seller, oldest first. */
export async function openOrdersOf(db: Db, uid: string): Promise<OpenOrder[]> {
  return db
    .select({
      id: payments.id,
      purchaseCode: payments.purchaseCode,
      productName: payments.productName,
      serviceStatus: payments.serviceStatus,
    })
    .from(payments)
    .where(
      and(
        or(eq(payments.buyerId, uid), eq(payments.sellerId, uid)),
        inArray(payments.serviceStatus, ['awaiting_start', 'in_progress']),
      ),
    )
    .orderBy(payments.createdAt, payments.id);
}
