import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockWaiters } from '../../../test/fixtures/checks/lock-waiters.ts';
import { buildService, buildUser } from '../../../test/fixtures/data/builders.ts';
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

/** Runs `work` in a transaction that stays open until `meanwhile`, which gets the connection, has ended. */
async function whileOpen(
  work: (client: PoolClient) => Promise<unknown>,
  meanwhile: (client: PoolClient) => Promise<unknown>,
): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await meanwhile(client);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

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
    await whileOpen(
      (client) => add(client, 'Granada'),
      () => remove(database.pool, id),
    );
    expect(await readWords(dictionary, ['granada'])).toEqual(['granada']);
  });

  it('are added again by a row that waited for their deletion', async () => {
    const id = await add(database.pool, 'Emboscada');
    let addition: Promise<unknown> | undefined;
    await whileOpen(
      (client) => remove(client, id),
      async (client) => {
        addition = add(database.pool, 'Emboscada');
        await expect.poll(async () => lockWaiters(database.pool, client)).toHaveLength(1);
      },
    );
    await addition;
    expect(await readWords(dictionary, ['emboscada'])).toEqual(['emboscada']);
  });

  it('are shared by rows that are added at the same time, and go with the last of them', async () => {
    const ids = [await add(database.pool, 'Sentinela')];
    await whileOpen(
      async (client) => ids.push(await add(client, 'Sentinela')),
      async () => ids.push(await add(database.pool, 'Sentinela')),
    );
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
