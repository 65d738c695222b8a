import type { Writable } from 'node:stream';
import pg from 'pg';

/** A query whose statement PostgreSQL prepares once for each connection. */
interface NamedQueryConfig {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

type QueryCallback = (error: Error | null, result?: pg.QueryResult) => void;
type QueryFunction = (...args: unknown[]) => unknown;
type ParseValue = (text: string) => unknown;

/** The parts of the driver's connection with which a statement is prepared and executed. */
interface DriverConnection {
  readonly stream: Writable;
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(binding: { readonly statement: string; readonly values: readonly unknown[] }): void;
  describe(portal: { readonly type: 'P' }): void;
  execute(): void;
  sync(): void;
}

/** Columns of the rows of a statement. */
interface Columns {
  readonly fields: pg.FieldDef[];
  readonly names: readonly string[];
  readonly parsers: readonly ParseValue[];
  /** A row of nulls; copying it is faster than adding every column to an empty object. */
  readonly emptyRow: Readonly<Record<string, null>>;
}

/** The driver's conversion of a parameter, which its types do not declare. */
const { prepareValue } = Reflect.get(pg, 'utils') as {
  prepareValue(value: unknown): string | Buffer | null;
};

function columnsOf(fields: pg.FieldDef[]): Columns {
  const names = fields.map(({ name }) => name);
  return {
    fields,
    names,
    parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text')),
    emptyRow: Object.fromEntries(names.map((name) => [name, null])),
  };
}

/**
 * The execution of a named statement. The driver calls `submit` and passes each message of PostgreSQL to the method of
 * its name.
 */
class NamedQuery {
  readonly name: string;
  readonly text: string;
  /** Set by the driver, which also replaces it to stop waiting after a timeout. */
  callback: QueryCallback | undefined;
  private readonly values: readonly unknown[];
  private readonly knownColumns: Map<string, Columns>;
  private columns: Columns | undefined;
  private readonly rows: Record<string, unknown>[] = [];
  private commandTag = '';
  private parseError: Error | undefined;

  constructor({ name, text, values }: NamedQueryConfig, knownColumns: Map<string, Columns>) {
    this.name = name;
    this.text = text;
    this.values = values;
    this.knownColumns = knownColumns;
    this.columns = knownColumns.get(name);
  }

  submit(connection: DriverConnection): Error | null {
    const { name, text } = this;
    const sentText = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name];
    if (sentText !== undefined && sentText !== text)
      return new Error(`two statements have the name "${name}"`);
    // Corked, so that all messages are sent by one system call.
    connection.stream.cork();
    try {
      const values = this.values.map((value) => prepareValue(value));
      if (sentText === undefined) {
        connection.parse({ name, text });
        connection.submittedNamedStatements[name] = text;
      }
      connection.bind({ statement: name, values });
      if (!this.columns) connection.describe({ type: 'P' });
      connection.execute();
      connection.sync();
      return null;
    } catch (error) {
      return error as Error;
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { readonly fields: pg.FieldDef[] }): void {
    this.columns = columnsOf(fields);
    this.knownColumns.set(this.name, this.columns);
  }

  handleDataRow({ fields: texts }: { readonly fields: readonly (string | null)[] }): void {
    if (this.parseError || !this.columns) return;
    const { names, parsers, emptyRow } = this.columns;
    const row: Record<string, unknown> = { ...emptyRow };
    try {
      for (let index = 0; index < texts.length; index += 1) {
        const text = texts[index];
        if (typeof text === 'string')
          row[names[index] as string] = (parsers[index] as ParseValue)(text);
      }
    } catch (error) {
      this.parseError = error as Error;
    }
    this.rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.commandTag = text;
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    if (this.parseError) {
      this.handleError(this.parseError);
      return;
    }
    // `INSERT 0 1`, `SELECT 1`: the last number is the number of rows.
    const [command = '', ...numbers] = this.commandTag.split(' ');
    const rowCount = numbers.length === 0 ? null : Number(numbers.at(-1));
    const fields = this.columns?.fields ?? [];
    this.callback?.(null, { command, rowCount, oid: 0, fields, rows: this.rows });
  }
}

function isNamedQuery(query: unknown): query is NamedQueryConfig {
  if (typeof query !== 'object' || query === null) return false;
  const { name, values, submit, types, rowMode } = query as Record<string, unknown>;
  const isPlain = submit === undefined && types === undefined && rowMode === undefined;
  return typeof name === 'string' && Array.isArray(values) && isPlain;
}

/** Executes a named query whose result is awaited. */
function queryAsync(originalQuery: QueryFunction, query: NamedQuery): Promise<pg.QueryResult> {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    originalQuery(query, (error: Error | null, result: pg.QueryResult) =>
      error ? reject(error) : resolve(result),
    );
  }).catch((error: Error) => {
    // The driver's stack ends in its socket; this one leads to the caller, as for other queries of the driver.
    Error.captureStackTrace(error);
    throw error;
  });
}

/**
 * Lets the connections of a pool ask for the columns of a named statement at its first execution only. The driver asks
 * for them, and builds its parsers from the answer, at every execution. PostgreSQL itself refuses the later executions
 * of a prepared statement whose columns have changed, so a connection never gets others than those that it knows.
 */
export function rememberColumns(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const knownColumns = new Map<string, Columns>();
    const originalQuery = client.query.bind(client) as QueryFunction;
    const query: QueryFunction = (...args) => {
      const [config, values] = args;
      const callback = args.at(-1);
      if (!isNamedQuery(config) || Array.isArray(values)) return originalQuery(...args);
      const named = new NamedQuery(config, knownColumns);
      return typeof callback === 'function'
        ? originalQuery(named, callback)
        : queryAsync(originalQuery, named);
    };
    client.query = query as typeof client.query;
  });
}
