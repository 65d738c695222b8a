import type { ServiceStatus } from '@guilda/contract/orders/orders';
import type { Cursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/database/pool.ts';
import {
  alias,
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  isNotNull,
  ne,
  or,
  type SQL,
  sql,
} from '../../../platform/database/query-builder.ts';
import { instantText, timeText } from '../../../platform/database/time-text.ts';
import { services } from '../../catalog/index.ts';
import { authorColumnsOf, users } from '../../users/index.ts';
import { disputes } from '../disputes/disputes-table.ts';
import { orders } from '../orders-table.ts';
import type { OrderDetails } from '../view.ts';

const buyers = alias(users, 'buyers');
const sellers = alias(users, 'sellers');

/** The timeline of an order as JSON, oldest step first. */
const orderStepsJson = sql<OrderDetails['steps']>`(
  SELECT coalesce(json_agg(json_build_object('status', s.status, 'by', s.actor,
    'at', ${instantText(sql`s.at`)}) ORDER BY s.at, s.id), '[]')
  FROM payment_steps s WHERE s.payment_id = ${orders.id})`;

const cursorKey = timeText(orders.createdAt);

/**
 * Condition: the order may be shown. An unpaid order is shown only when it has a checkout, because without a
 * checkout nobody can pay.
 */
const isVisibleOrder = or(
  ne(orders.serviceStatus, 'awaiting_payment'),
  isNotNull(orders.checkoutUrl),
);

const orderDetailsQuery = (db: Db) =>
  db
    .select({
      order: getTableColumns(orders),
      // An order keeps its flag when the service later stops being for adults. A service can also become adult after
      // the order. So either flag is enough.
      adult: sql<boolean>`(${orders.adult} OR ${services.adult})`,
      buyer: authorColumnsOf(buyers),
      seller: authorColumnsOf(sellers),
      steps: orderStepsJson,
      dispute: disputes,
      key: cursorKey,
    })
    .from(orders)
    .innerJoin(buyers, eq(buyers.uid, orders.buyerId))
    .innerJoin(sellers, eq(sellers.uid, orders.sellerId))
    .innerJoin(services, eq(services.id, orders.serviceId))
    .leftJoin(disputes, eq(disputes.orderId, orders.id));

/**
 * Condition: the order appears in lists. It may be shown, and it is not a cancelled order that never had a checkout.
 */
const isListedOrder = and(
  isVisibleOrder,
  or(ne(orders.serviceStatus, 'cancelled'), isNotNull(orders.checkoutUrl)),
);

/** One order with buyer, seller, timeline and dispute; null when it does not exist or has no checkout yet. */
export async function findOrderDetails(db: Db, id: string): Promise<OrderDetails | null> {
  const rows = await orderDetailsQuery(db).where(and(eq(orders.id, id), isVisibleOrder));
  return rows[0] ?? null;
}

export interface OrderListQuery {
  /** Uid of the person whose orders are listed. */
  readonly uid: string;
  readonly role: 'buyer' | 'seller';
  readonly status?: ServiceStatus | undefined;
  /** If set, only orders with this person are listed: the seller for a buyer, the buyer for a seller. */
  readonly partner?: string | undefined;
  /** Whether to list only orders with an unresolved dispute. */
  readonly disputed: boolean;
  /** If set, only orders that have been reviewed, or only the others, are listed. */
  readonly reviewed?: boolean | undefined;
  readonly sort: 'newest' | 'oldest';
  /** Number of orders on a page. */
  readonly limit: number;
  readonly afterCursor: Cursor | null;
}

/** A person's orders as buyer or as seller, in the order of `sort`; `limit + 1` rows when another page follows. */
export async function listOrderDetails(
  db: Db,
  listing: OrderListQuery,
): Promise<(OrderDetails & { key: string })[]> {
  const { uid, role, status, partner, disputed, reviewed, sort, limit, afterCursor } = listing;
  const [direction, comparison] = sort === 'newest' ? [desc, sql`<`] : [asc, sql`>`];
  const isAfterCursor: SQL | undefined = afterCursor
    ? sql`(${orders.createdAt}, ${orders.id}) ${comparison} (${afterCursor.key}::timestamptz, ${afterCursor.id}::uuid)`
    : undefined;
  const [own, other] =
    role === 'buyer' ? [orders.buyerId, orders.sellerId] : [orders.sellerId, orders.buyerId];
  return orderDetailsQuery(db)
    .where(
      and(
        eq(own, uid),
        partner === undefined ? undefined : eq(other, partner),
        status && eq(orders.serviceStatus, status),
        disputed ? isNotNull(orders.openDisputeId) : undefined,
        reviewed === undefined ? undefined : eq(orders.reviewed, reviewed),
        isListedOrder,
        isAfterCursor,
      ),
    )
    .orderBy(direction(orders.createdAt), direction(orders.id))
    .limit(limit + 1);
}
