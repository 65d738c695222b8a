import type { ServiceStatus } from '@guilda/contract/orders';
import { and, desc, eq, getTableColumns, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Cursor } from '../../platform/cursor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { instantText, timeText } from '../../platform/database/time-text.ts';
import { services } from '../catalog/index.ts';
import { authorColumnsOf, users } from '../users/index.ts';
import { payments } from './payments-table.ts';
import type { PaymentReading } from './view.ts';

const buyers = alias(users, 'buyers');
const sellers = alias(users, 'sellers');

/** The timeline, oldest first, in the same row. */
const steps = sql<PaymentReading['steps']>`(
  SELECT coalesce(json_agg(json_build_object('status', s.status, 'by', s.actor,
    'at', ${instantText(sql`s.at`)}) ORDER BY s.at, s.id), '[]')
  FROM payment_steps s WHERE s.payment_id = ${payments.id})`;

const key = timeText(payments.createdAt);

/**
 * An order that waits for a payment is there once its checkout is: before that there is nothing a
 * person could do with it.
 */
const placed = or(ne(payments.serviceStatus, 'awaiting_payment'), isNotNull(payments.checkoutUrl));

const readings = (db: Db) =>
  db
    .select({
      payment: getTableColumns(payments),
      // Whichever says so: an order keeps its own word when its service changes.
      adult: sql<boolean>`(${payments.adult} OR ${services.adult})`,
      buyer: authorColumnsOf(buyers),
      seller: authorColumnsOf(sellers),
      steps,
      key,
    })
    .from(payments)
    .innerJoin(buyers, eq(buyers.uid, payments.buyerId))
    .innerJoin(sellers, eq(sellers.uid, payments.sellerId))
    .innerJoin(services, eq(services.id, payments.serviceId));

/** Lists also leave out what ended without ever having had a checkout. */
const listed = and(
  placed,
  or(ne(payments.serviceStatus, 'cancelled'), isNotNull(payments.checkoutUrl)),
);

/** One order with its people and its timeline; null when there is none (yet). */
export async function readPayment(db: Db, id: string): Promise<PaymentReading | null> {
  const rows = await readings(db).where(and(eq(payments.id, id), placed));
  return rows[0] ?? null;
}

export interface Listing {
  readonly uid: string;
  readonly role: 'buyer' | 'seller';
  readonly status?: ServiceStatus | undefined;
  readonly partner?: string | undefined;
  readonly limit: number;
  readonly after: Cursor | null;
}

/** A person's purchases or sales, newest first, one more than `limit` when there are more. */
export async function readPayments(
  db: Db,
  listing: Listing,
): Promise<(PaymentReading & { key: string })[]> {
  const { uid, role, status, partner, limit, after } = listing;
  const past: SQL | undefined = after
    ? sql`(${payments.createdAt}, ${payments.id}) < (${after.key}::timestamptz, ${after.id}::uuid)`
    : undefined;
  const [own, other] =
    role === 'buyer'
      ? [payments.buyerId, payments.sellerId]
      : [payments.sellerId, payments.buyerId];
  return readings(db)
    .where(
      and(
        eq(own, uid),
        partner === undefined ? undefined : eq(other, partner),
        status && eq(payments.serviceStatus, status),
        listed,
        past,
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit + 1);
}
