import type pg from 'pg';
import { fillPlaceholders, is, PgDialect, Placeholder, type SQL } from './query-builder.ts';

const postgresDialect = new PgDialect();

/** The pool or one of its connections. */
export type Queryable = Pick<pg.Pool, 'query'>;

/** A compiled statement; `values` fill its `sql.placeholder`s. */
export type Statement<Row> = (
  connection: Queryable,
  values: Readonly<Record<string, unknown>>,
) => Promise<readonly Row[]>;

type FillValues = (values: Readonly<Record<string, unknown>>) => unknown[];

/**
 * Creates the function that puts the values of a statement in the order of its parameters. Placeholders are recognised
 * here once, because the query builder would recognise them at each execution.
 */
function createValueFiller(params: readonly unknown[]): FillValues {
  const names = params.flatMap((param) => (is(param, Placeholder) ? [param.name] : []));
  if (names.length < params.length) return (values) => fillPlaceholders([...params], { ...values });
  return (values) =>
    names.map((name) => {
      if (!(name in values)) throw new Error(`no value for the placeholder ${name}`);
      return values[name];
    });
}

/**
 * Compiles a statement once, for hot queries: building them and mapping their rows with drizzle would cost noticeable
 * time. `Row` must match the driver's parsing: numeric and bigint are strings, timestamptz is a Date. With a `name` (at
 * most 63 bytes, unique to the statement) PostgreSQL prepares the statement once for each connection.
 */
export function compileStatement<Row extends pg.QueryResultRow>(
  statement: SQL,
  name?: string,
): Statement<Row> {
  return compileWith(statement, name === undefined ? {} : { name });
}

/**
 * Compiles a read that many requests make at the same time with the same values, such as the first page of a list: calls
 * in one turn of the event loop share one execution ({@link shareExecutions}). The statement must not change anything.
 */
export function compileSharedRead<Row extends pg.QueryResultRow>(
  statement: SQL,
  name?: string,
): Statement<Row> {
  return compileWith(statement, { ...(name === undefined ? {} : { name }), isShared: true });
}

function compileWith<Row extends pg.QueryResultRow>(
  statement: SQL,
  config: { readonly name?: string; readonly isShared?: true },
): Statement<Row> {
  const { sql: text, params } = postgresDialect.sqlToQuery(statement);
  const fillValues = createValueFiller(params);
  return async (connection, given) => {
    const answer = await connection.query<Row>({ ...config, text, values: fillValues(given) });
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

/** A read that `compileSharedRead` has compiled, with its values. */
interface SharedRead extends pg.QueryConfig<unknown[]> {
  readonly isShared: true;
}

type QueryFunction = (...args: unknown[]) => unknown;

const isSharedRead = (query: unknown): query is SharedRead =>
  typeof query === 'object' && query !== null && Reflect.get(query, 'isShared') === true;

/**
 * Replaces the `query` method of a pool: calls of one turn of the event loop with the same shared read and the same
 * values share one execution and its rows. The execution begins after the last of these calls, so no caller reads older
 * data than without sharing. Reads inside transactions do not use this method and are never shared.
 */
export function shareExecutions(pool: pg.Pool): void {
  const originalQuery = pool.query.bind(pool) as QueryFunction;
  const executionsOfTurn = new Map<string, Promise<unknown>>();
  const executeAfterTurn = async (key: string, args: readonly unknown[]) => {
    await new Promise(setImmediate);
    executionsOfTurn.delete(key);
    return originalQuery(...args);
  };
  const sharedQuery: QueryFunction = (...args) => {
    const [query] = args;
    if (!isSharedRead(query)) return originalQuery(...args);
    const key = `${query.name ?? query.text} ${JSON.stringify(query.values)}`;
    const existing = executionsOfTurn.get(key);
    if (existing) return existing;
    const execution = executeAfterTurn(key, args);
    executionsOfTurn.set(key, execution);
    return execution;
  };
  pool.query = sharedQuery as typeof pool.query;
}
