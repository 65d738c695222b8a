import { sql } from '../../platform/database/query-builder.ts';
import { type OrderRow, orders } from './orders-table.ts';

const soldStatuses: readonly OrderRow['serviceStatus'][] = [
  'awaiting_start',
  'in_progress',
  'complete',
];

/**
 * What the buyer owes for an order, in centavos; 0 for a free one. All code that charges, compares or posts the money
 * of an order must use this function, so that a future amount beside the price is included everywhere.
 */
export const amountDue = ({ price }: Pick<OrderRow, 'price'>): number => price;

/** `amountDue` of a row of `payments`, in SQL. */
export const amountDueSql = sql`${orders.price}`;

type OrderAmounts = Pick<OrderRow, 'price' | 'refundedPart' | 'serviceStatus'>;

/**
 * Amount of an order that went back to the buyer, in centavos. For a refunded order: everything except what a won
 * chargeback left with the seller. For a completed order: what a dispute or a chargeback took.
 */
export function amountReturnedToBuyer(
  order: OrderAmounts & Pick<OrderRow, 'chargedBack' | 'chargebackStatus'>,
): number {
  const dueAmount = amountDue(order);
  const chargedBack = Math.min(dueAmount, order.chargedBack);
  if (order.serviceStatus === 'refunded')
    return order.chargebackStatus === 'won' ? dueAmount - chargedBack : dueAmount;
  return order.serviceStatus === 'complete'
    ? Math.min(dueAmount, order.refundedPart + chargedBack)
    : 0;
}

/**
 * The part of the received money that an order keeps, in centavos, in SQL: when the order is sold, the amount due less
 * what a dispute gave back and chargebacks took, otherwise 0.
 */
export const amountToKeepSql = sql`CASE
      WHEN ${orders.serviceStatus} IN (${sql.raw(soldStatuses.map((status) => `'${status}'`).join(', '))})
      THEN ${amountDueSql} - ${orders.refundedPart} - (SELECT coalesce(sum(c.reversed - c.restored), 0)
        FROM chargebacks c WHERE c.payment_id = ${orders.id})::integer ELSE 0 END`;
