import { type SQL, sql } from './query-builder.ts';

/**
 * SQL for the database's time at which the statement reads it; unlike `now()`, this time advances within a transaction.
 */
export const databaseNow = sql`clock_timestamp()`;

/** SQL for the time at which the statement began, by the database's clock; the same in all columns of the statement. */
export const statementTime = sql`statement_timestamp()`;

/** SQL for the time `hours` after now, by the database's clock. */
export const hoursFromNow = (hours: number): SQL =>
  sql`clock_timestamp() + make_interval(secs => ${hours * 3600})`;
