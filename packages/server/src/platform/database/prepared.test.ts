import { describe, expect, it } from 'vitest';
import { compileStatement, type Queryable } from './prepared.ts';
import { sql } from './query-builder.ts';

/** A connection that records the queries that it gets. */
function recordQueries() {
  const queries: unknown[] = [];
  const connection = {
    query: async (query: unknown) => {
      queries.push(query);
      return { rows: [] };
    },
  } as unknown as Queryable;
  return { queries, connection };
}

const first = sql.placeholder('first');
const second = sql.placeholder('second');

describe('a compiled statement', () => {
  it('gets the values in the order of its parameters, as often as they occur', async () => {
    const { queries, connection } = recordQueries();
    const statement = compileStatement(sql`SELECT ${second}, ${first}, ${first}`, 'pairs');
    await statement(connection, { first: 1, second: null, unused: 3 });
    expect(queries).toEqual([{ name: 'pairs', text: 'SELECT $1, $2, $3', values: [null, 1, 1] }]);
  });

  it('keeps its constants beside the values', async () => {
    const { queries, connection } = recordQueries();
    const statement = compileStatement(sql`SELECT ${'constant'}, ${first}`);
    await statement(connection, { first: 1 });
    await statement(connection, { first: 2 });
    expect(queries).toEqual([
      { text: 'SELECT $1, $2', values: ['constant', 1] },
      { text: 'SELECT $1, $2', values: ['constant', 2] },
    ]);
  });

  it('is not sent without a value for each placeholder', async () => {
    const { queries, connection } = recordQueries();
    const statement = compileStatement(sql`SELECT ${first}, ${second}`);
    await expect(statement(connection, { first: 1 })).rejects.toThrow('second');
    expect(queries).toEqual([]);
  });
});
