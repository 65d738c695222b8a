import { soldStatuses } from '@guilda/contract/orders/order-statuses';
import { textLiterals } from '../../platform/database/any-of.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { type OrderRow, orders } from './orders-table.ts';

/**
 * What the buyer owes for an order, in centavos; 0 for a free one. All code that charges, compares, posts or shows the
 * money of an order must use this function, or in SQL the function `amount_due`, which does the same to a row of
 * `payments`; so a future amount beside the price is included everywhere.
 */
export const amountDue = ({ price }: Pick<OrderRow, 'price'>): number => price;

/** Whether an order costs its buyer nothing. */
export const isFreeOrder = (order: Pick<OrderRow, 'price'>): boolean => amountDue(order) === 0;

/** Whether an order is paid or free, and neither cancelled nor refunded. */
export const isSold = ({ serviceStatus }: Pick<OrderRow, 'serviceStatus'>): boolean =>
  soldStatuses.includes(serviceStatus);

/** What chargebacks have taken of the amount due, in centavos, in a sold order. */
export const contestedAmount = (order: Pick<OrderRow, 'price' | 'chargedBack'>): number =>
  Math.min(amountDue(order), order.chargedBack);

/**
 * Amount of an order that went back to the buyer, in centavos. For a refunded order: everything except what seller and
 * platform keep after the bank decided a chargeback for the seller. For a sold order: what a dispute or a chargeback
 * took. For an order that was never sold: everything that was received for it, such as a payment after its end.
 */
export function amountReturnedToBuyer(
  order: Pick<
    OrderRow,
    'price' | 'refundedPart' | 'serviceStatus' | 'amountPaid' | 'chargedBack' | 'chargebackStatus'
  >,
): number {
  const dueAmount = amountDue(order);
  const chargedBack = contestedAmount(order);
  if (order.serviceStatus === 'refunded')
    return order.chargebackStatus === 'won' ? dueAmount - chargedBack : dueAmount;
  if (!isSold(order)) return order.amountPaid ?? 0;
  return Math.min(dueAmount, order.refundedPart + chargedBack);
}

/**
 * The part of the received money that an order keeps, in centavos, in SQL: when the order is sold, the amount due less
 * what a dispute gave back and chargebacks took, otherwise 0.
 */
export const amountToKeepSql = sql`CASE
      WHEN ${orders.serviceStatus} IN (${textLiterals(soldStatuses)})
      THEN amount_due(${orders}) - ${orders.refundedPart} - (SELECT coalesce(sum(c.reversed - c.restored), 0)
        FROM chargebacks c WHERE c.payment_id = ${orders.id})::integer ELSE 0 END`;
