import type pg from 'pg';
import { fillPlaceholders, PgDialect, type SQL } from './query-builder.ts';

const postgresDialect = new PgDialect();

/** The pool or one of its connections. */
export type Queryable = Pick<pg.Pool, 'query'>;

/** A compiled statement; `values` fill its `sql.placeholder`s. */
export type Statement<Row> = (
  connection: Queryable,
  values: Readonly<Record<string, unknown>>,
) => Promise<Row[]>;

/**
 * Compiles a statement once, for hot queries: building them and mapping their rows with drizzle would cost noticeable
 * time. `Row` must match the driver's parsing: numeric and bigint are strings, timestamptz is a Date. With a `name` (at
 * most 63 bytes, unique to the statement) PostgreSQL prepares the statement once for each connection.
 */
export function compileStatement<Row extends pg.QueryResultRow>(
  statement: SQL,
  name?: string,
): Statement<Row> {
  const { sql: text, params } = postgresDialect.sqlToQuery(statement);
  const query = name === undefined ? { text } : { name, text };
  return async (connection, values) => {
    const answer = await connection.query<Row>({
      ...query,
      values: fillPlaceholders(params, { ...values }),
    });
    return answer.rows;
  };
}

/** Maximum number of compiled statements of one kind; requests determine the shapes, so the memory must be limited. */
const MAX_CACHED_STATEMENTS = 500;

/**
 * Compiles a kind of statement once for each shape, because compiling costs more time than executing many statements.
 * Beyond `MAX_CACHED_STATEMENTS` the oldest one is dropped. The shape must include everything that changes the SQL
 * text.
 */
export function compileOnce<Shape, Row>(
  compile: (shape: Shape) => Statement<Row>,
): (shape: Shape) => Statement<Row> {
  const statements = new Map<string, Statement<Row>>();
  return (shape) => {
    const key = JSON.stringify(shape);
    const existingStatement = statements.get(key);
    if (existingStatement) return existingStatement;
    const statement = compile(shape);
    if (statements.size >= MAX_CACHED_STATEMENTS)
      statements.delete(statements.keys().next().value ?? '');
    statements.set(key, statement);
    return statement;
  };
}
