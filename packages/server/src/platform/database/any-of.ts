import { type AnyPgColumn, type SQL, type SQLWrapper, sql } from './query-builder.ts';

/**
 * Condition: the column has one of the values of a subquery, which runs once. With `IN`, some plans run the subquery
 * again for each row; a subquery with `LIMIT` and `FOR UPDATE SKIP LOCKED` then selects more rows than its limit.
 */
export const isAnyOf = (column: AnyPgColumn, subquery: SQLWrapper): SQL =>
  sql`${column} = ANY(ARRAY(${subquery}))`;
