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
 * The part of the received money that an order keeps, in centavos: the amount due less what a dispute gave back when the
 * order is sold, otherwise 0.
 */
export const amountToKeep = (order: OrderAmounts): number =>
  soldStatuses.includes(order.serviceStatus) ? amountDue(order) - order.refundedPart : 0;

/** What went back to the buyer of a paid order, in centavos. */
export const amountGivenBack = (order: OrderAmounts): number =>
  order.serviceStatus === 'refunded' ? amountDue(order) : order.refundedPart;

/** `amountToKeep` of a row of `payments`, in SQL. */
export const amountToKeepSql = sql`CASE
      WHEN ${orders.serviceStatus} IN (${sql.raw(soldStatuses.map((status) => `'${status}'`).join(', '))})
      THEN ${amountDueSql} - ${orders.refundedPart} ELSE 0 END`;
