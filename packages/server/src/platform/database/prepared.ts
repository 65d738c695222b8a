import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';

const dialect = new PgDialect();

/** What runs a statement: the pool, or one connection of it. */
export type Queryable = Pick<pg.Pool, 'query'>;

/** A statement made into text once and run many times; `values` fill its `sql.placeholder`s. */
export type Statement<Row> = (
  connection: Queryable,
  values: Readonly<Record<string, unknown>>,
) => Promise<Row[]>;

/**
 * Compiles a statement for queries that run so often that building and mapping them would show.
 * `Row` is what its columns' names and types give, by the driver's own parsing (numeric and bigint
 * are texts, timestamptz a Date). With a `name` (at most 63 bytes, always of the same statement)
 * each connection also has PostgreSQL parse it once only.
 */
export function compileStatement<Row extends pg.QueryResultRow>(
  statement: SQL,
  name?: string,
): Statement<Row> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const query = name === undefined ? { text } : { name, text };
  return async (connection, values) => {
    const answer = await connection.query<Row>({
      ...query,
      values: fillPlaceholders(params, { ...values }),
    });
    return answer.rows;
  };
}
