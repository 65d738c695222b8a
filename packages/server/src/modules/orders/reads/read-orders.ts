import type { Payment } from '@guilda/contract/orders/orders';
import type { Person } from '../../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { ReconcileOrder } from '../payments/reconcile.ts';
import { orderRoleOf } from '../policy.ts';
import { createOrderView, type OrderDetails, type OrderViewDeps } from '../view.ts';
import { findOrderDetails, listOrderDetails, type OrderListQuery } from './order-details-store.ts';

export interface ReadOrdersDeps extends OrderViewDeps {
  readonly database: Database;
}

/** A request of the actor for a page of orders. */
export interface OrdersQuery extends Omit<OrderListQuery, 'uid' | 'afterCursor'> {
  readonly cursor?: string | undefined;
}

/** A page of the actor's orders as buyer or as seller, in the order of `sort`. */
export const listOrders =
  (deps: ReadOrdersDeps) =>
  async (
    actor: Person,
    query: OrdersQuery,
  ): Promise<Result<{ payments: Payment[]; nextCursor: string | null }, 'invalid_parameter'>> => {
    const afterCursor = decodeCursor(query.cursor, timeKey);
    if (!afterCursor.ok) return afterCursor;
    const listing = { ...query, uid: actor.uid, afterCursor: afterCursor.value };
    const rows = await listOrderDetails(deps.database.db, listing);
    const { page, nextCursor } = pageOf(rows, query.limit, ({ key, order }) => ({
      key,
      id: order.id,
    }));
    return ok({ payments: page.map(createOrderView(deps, actor)), nextCursor });
  };

const isPayableBy = ({ order }: OrderDetails, actor: Person) =>
  order.buyerId === actor.uid && order.serviceStatus === 'awaiting_payment';

/**
 * Reads one order for its buyer, its seller or an administrator. When the buyer reads an unpaid order, the payment is
 * looked up at the provider first, because the webhook may be late or lost.
 */
export const getOrder =
  (deps: ReadOrdersDeps, reconcile: ReconcileOrder) =>
  async (actor: Person, id: string): Promise<Result<{ payment: Payment }, 'order_not_found'>> => {
    const { db } = deps.database;
    const orderDetails = await findOrderDetails(db, id);
    if (!orderDetails || !orderRoleOf(orderDetails.order, actor)) return err('order_not_found');
    const view = createOrderView(deps, actor);
    if (!isPayableBy(orderDetails, actor)) return ok({ payment: view(orderDetails) });
    await reconcile(orderDetails.order);
    const currentDetails = (await findOrderDetails(db, id)) ?? orderDetails;
    return ok({ payment: view(currentDetails) });
  };
