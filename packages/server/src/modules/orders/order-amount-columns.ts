import { sql } from '../../platform/database/query-builder.ts';
import { type OrderRow, orders } from './orders-table.ts';

const soldStatuses: readonly OrderRow['serviceStatus'][] = [
  'awaiting_start',
  'in_progress',
  'complete',
];

/**
 * What the buyer owes for an order, in centavos; 0 for a free one. Whatever charges, compares or books
 * the money of an order asks here, so that an amount added to the price counts everywhere at once.
 */
export const amountDue = ({ price }: Pick<OrderRow, 'price'>): number => price;

/** `amountDue` of a row of `payments`. */
export const amountDueSql = sql`${orders.price}`;

/** The part of the received money that an order keeps, in centavos: what is due once it is sold, else 0. */
export const amountToKeep = (order: Pick<OrderRow, 'price' | 'serviceStatus'>): number =>
  soldStatuses.includes(order.serviceStatus) ? amountDue(order) : 0;

/** `amountToKeep` of a row of `payments`. */
export const amountToKeepSql = sql`CASE
      WHEN ${orders.serviceStatus} IN (${sql.raw(soldStatuses.map((status) => `'${status}'`).join(', '))})
      THEN ${amountDueSql} ELSE 0 END`;
