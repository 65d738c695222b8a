import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildService, buildUser } from '../../../test/fixtures/data/builders.ts';
import { holdTransaction } from '../../../test/fixtures/server/hold-transaction.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../database/pool.ts';

let clonedDatabase: TestDatabase;
let database: Database;
let seller: string;

beforeAll(async () => {
  clonedDatabase = await createTestDatabase();
  database = createDatabase(clonedDatabase.pooledUrl, { log: quietLog });
  seller = await buildUser(database.pool);
});
afterAll(async () => {
  await database.close();
  await clonedDatabase.drop();
});

interface Dictionary {
  readonly table: string;
  /** Adds a row with this word; returns the id. */
  add(client: Database['pool'] | PoolClient, word: string): Promise<string>;
  remove(client: Database['pool'] | PoolClient, id: string): Promise<unknown>;
  change(client: Database['pool'] | PoolClient, id: string, text: string): Promise<unknown>;
}

const titles: Dictionary = {
  table: 'title_words',
  add: (client, title) => buildService(client, seller, { title }),
  remove: (client, id) =>
    client.query('UPDATE services SET deleted_at = now() WHERE id = $1', [id]),
  change: (client, id, title) =>
    client.query('UPDATE services SET title = $2 WHERE id = $1', [id, title]),
};

const names: Dictionary = {
  table: 'name_words',
  add: (client, name) => buildUser(client, { display_name: name }),
  remove: (client, id) => client.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [id]),
  change: (client, id, name) =>
    client.query('UPDATE users SET display_name = $2 WHERE uid = $1', [id, name]),
};

async function readWords({ table }: Dictionary, words: readonly string[]) {
  const statement = `SELECT word FROM ${table} WHERE word = ANY ($1) ORDER BY word`;
  const { rows } = await database.pool.query<{ word: string }>(statement, [words]);
  return rows.map(({ word }) => word);
}

describe.each([titles, names])('the words of $table', (dictionary) => {
  const { add, remove, change } = dictionary;

  it('stay when the only other row with them goes before the commit of a new one', async () => {
    const id = await add(database.pool, 'Granada');
    await using transaction = await holdTransaction(database.pool);
    await add(transaction.client, 'Granada');
    await remove(database.pool, id);
    await transaction.commit();
    expect(await readWords(dictionary, ['granada'])).toEqual(['granada']);
  });

  it('are added again by a row that waited for their deletion', async () => {
    const id = await add(database.pool, 'Emboscada');
    await using transaction = await holdTransaction(database.pool);
    await remove(transaction.client, id);
    const addition = add(database.pool, 'Emboscada');
    await transaction.waitForWaiters(1);
    await transaction.commit();
    await addition;
    expect(await readWords(dictionary, ['emboscada'])).toEqual(['emboscada']);
  });

  it('are shared by rows that are added at the same time, and go with the last of them', async () => {
    const ids = [await add(database.pool, 'Sentinela')];
    await using transaction = await holdTransaction(database.pool);
    ids.push(await add(transaction.client, 'Sentinela'), await add(database.pool, 'Sentinela'));
    await transaction.commit();
    for (const id of ids) {
      expect(await readWords(dictionary, ['sentinela'])).toEqual(['sentinela']);
      await remove(database.pool, id);
    }
    expect(await readWords(dictionary, ['sentinela'])).toEqual([]);
  });

  it('are complete after many changes at the same time, none of which fails', async () => {
    const vocabulary = ['alvo', 'bomba', 'cerco', 'duelo', 'escudo', 'flanco'];
    const textOf = (n: number) => [1, 2, 3].map((step) => vocabulary[(n * step) % 6]).join(' ');
    const ids = await Promise.all(vocabulary.map((word) => add(database.pool, word)));
    await Promise.all(
      ids.map(async (id, row) => {
        for (let n = 0; n < 60; n += 1) await change(database.pool, id, textOf(row * 7 + n * 5));
        await change(database.pool, id, vocabulary[row] ?? '');
      }),
    );
    expect(await readWords(dictionary, vocabulary)).toEqual(vocabulary);
  });
});
