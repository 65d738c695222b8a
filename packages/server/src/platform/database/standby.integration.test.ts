import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ChatProxy, startProxy } from '../../../test/fixtures/clients/chat-proxy.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '../../../test/fixtures/server/replicated-database.ts';
import { withClient } from '../../../test/fixtures/server/template-database.ts';
import { createDatabase, type Database } from './pool.ts';
import { sql } from './query-builder.ts';
import { runTransaction } from './run-transaction.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** Maximum time in ms until the standby has the table. */
const MAX_LAG_MS = 10_000;

/** Leads its first connection to the standby and the next one to the primary, as during a failover. */
let proxy: ChatProxy;
let replicatedDatabase: ReplicatedDatabase;
let database: Database;

const portOf = (url: string) => Number(new URL(url).port);
const INSERT = 'INSERT INTO written VALUES (1)';

beforeAll(async () => {
  replicatedDatabase = await startReplicatedDatabase();
  await withClient(replicatedDatabase.url, (client) =>
    client.query('CREATE TABLE written (n integer)'),
  );
  await vi.waitFor(
    async () => expect(await replicatedDatabase.atReplica('SELECT FROM written')).toEqual([]),
    MAX_LAG_MS,
  );
});
afterAll(() => replicatedDatabase?.close());

/** Opens a database whose only connection leads to the standby. */
async function openAtStandby(): Promise<void> {
  const { url, replicaUrl } = replicatedDatabase;
  proxy = await startProxy([portOf(replicaUrl), portOf(url)]);
  const proxied = new URL(url);
  proxied.port = String(portOf(proxy.url));
  database = createDatabase(proxied.href, { max: 1, log: quietLog });
  const { rows } = await database.pool.query('SELECT pg_is_in_recovery() AS standby');
  expect(rows).toEqual([{ standby: true }]);
}

/** Writes as a library does that borrows connections and returns them whatever happened. */
async function writeAndReturn(): Promise<void> {
  const connection = await database.pool.connect();
  try {
    await connection.query(INSERT);
  } finally {
    connection.release();
  }
}

test.each([
  ['a statement', () => database.pool.query(INSERT)],
  ['a borrowed connection', writeAndReturn],
  ['a transaction', () => database.transaction((tx) => tx.execute(sql.raw(INSERT)))],
  [
    'a transaction of compiled statements',
    () => runTransaction(database.pool, (connection) => connection.query(INSERT)),
  ],
])(
  '%s that a standby refuses is unavailable, and the next one goes elsewhere',
  async (_, write) => {
    await openAtStandby();
    try {
      const error = await write().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(isDatabaseUnavailable(error)).toBe(true);
      await expect(write()).resolves.not.toThrow();
      expect(database.pool.totalCount).toBe(1);
    } finally {
      await database.close();
      await proxy.close();
    }
  },
);
