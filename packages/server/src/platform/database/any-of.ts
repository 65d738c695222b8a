import { type AnyPgColumn, type SQL, type SQLWrapper, sql } from './query-builder.ts';

/**
 * Condition: the column has one of the values of a subquery, which runs once. With `IN`, some plans run the subquery
 * again for each row; a subquery with `LIMIT` and `FOR UPDATE SKIP LOCKED` then selects more rows than its limit.
 */
export const isAnyOf = (column: AnyPgColumn, subquery: SQLWrapper): SQL =>
  sql`${column} = ANY(ARRAY(${subquery}))`;

/**
 * SQL for a list of text constants, to be written between the parentheses of `IN`. The constants are part of the
 * statement's text instead of parameters. They must come from the code, because quotes in them are not escaped.
 */
export const textLiterals = (values: readonly string[]): SQL =>
  sql.raw(values.map((value) => `'${value}'`).join(', '));
