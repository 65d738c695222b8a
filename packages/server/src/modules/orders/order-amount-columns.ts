import { sql } from '../../platform/database/query-builder.ts';
import { orders } from './orders-table.ts';

/** Centavos that the buyer of a row of `payments` owes: `amountDue` in SQL. */
export const amountDueSql = sql`${orders.price}`;

/** Centavos that a row of `payments` keeps: `amountToKeep` in SQL. */
export const amountToKeepSql = sql`CASE
      WHEN ${orders.serviceStatus} IN ('awaiting_start', 'in_progress', 'complete')
      THEN ${amountDueSql} ELSE 0 END`;
