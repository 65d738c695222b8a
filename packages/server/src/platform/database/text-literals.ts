import { type SQL, sql } from './query-builder.ts';

/**
 * SQL for a list of text constants, to be written between the parentheses of `IN`. The constants are part of the
 * statement's text instead of parameters. They must come from the code, because quotes in them are not escaped.
 */
export const textLiterals = (values: readonly string[]): SQL =>
  sql.raw(values.map((value) => `'${value}'`).join(', '));
