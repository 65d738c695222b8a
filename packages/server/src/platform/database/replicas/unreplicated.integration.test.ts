import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quietLog } from '../../../../test/fixtures/server/quiet-log.ts';
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '../../../../test/fixtures/server/replicated-database.ts';
import { withClient } from '../../../../test/fixtures/server/template-database.ts';
import { createDatabase, type Database } from '../pool.ts';
import { compileStatement } from '../prepared.ts';
import { sql } from '../query-builder.ts';
import { runTransaction } from '../run-transaction.ts';
import { isConnectionLost, isDatabaseUnavailable } from '../unavailable.ts';
import { waitUntilReplicated } from './unreplicated.ts';

let replicatedDatabase: ReplicatedDatabase;
let database: Database;

const INSERT = 'INSERT INTO written VALUES (1)';
const WRITES = /insert into written|commit/;

beforeAll(async () => {
  replicatedDatabase = await startReplicatedDatabase();
  await withClient(replicatedDatabase.url, (client) =>
    client.query('CREATE TABLE written (n integer)'),
  );
  await replicatedDatabase.replicateSynchronously();
});
afterAll(() => replicatedDatabase?.close());

/** Opens the database with a single connection; the table is empty and no standby confirms commits any more. */
beforeEach(async () => {
  database = createDatabase(replicatedDatabase.url, { max: 1, log: quietLog });
  await database.pool.query('TRUNCATE written');
  await replicatedDatabase.stopReplica();
});
afterEach(async () => {
  await database.close();
  await replicatedDatabase.startReplica();
});

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** What became of a promise after a while. */
const stateOf = (work: Promise<unknown>, ms: number) =>
  Promise.race([
    work.then(
      () => 'answered',
      () => 'failed',
    ),
    delay(ms, 'waiting'),
  ]);

/** Writes as a library does that borrows connections and returns them whatever happened. */
async function writeAndReturn(): Promise<void> {
  const connection = await database.pool.connect();
  try {
    await connection.query(INSERT);
  } finally {
    connection.release();
  }
}

const writes: readonly [string, () => Promise<unknown>][] = [
  ['a statement', () => database.pool.query(INSERT)],
  ['a statement with values', () => database.pool.query('INSERT INTO written VALUES ($1)', [1])],
  ['a borrowed connection', writeAndReturn],
  ['a transaction', () => database.transaction((tx) => tx.execute(sql.raw(INSERT)))],
  [
    'a transaction of compiled statements',
    () => runTransaction(database.pool, (connection) => connection.query(INSERT)),
  ],
];

const numbersStatement = compileStatement<{ n: number }>(
  sql`SELECT n, ${waitUntilReplicated} AS replicated FROM written`,
);
const readReplicated = async () => (await numbersStatement(database.pool, {})).map(({ n }) => n);

/** PostgreSQL warns a moment before the commit becomes visible. */
const waitUntilVisible = () =>
  expect
    .poll(async () => (await database.pool.query('SELECT n FROM written')).rows)
    .toEqual([{ n: 1 }]);

/** Leaves a row that is visible at the primary and that no standby has. */
async function leaveUnreplicatedRow(): Promise<void> {
  const failure = failureOf(database.pool.query(INSERT));
  await replicatedDatabase.endWaits('pg_cancel_backend', WRITES, failure);
  await waitUntilVisible();
}

describe.each(['pg_cancel_backend', 'pg_terminate_backend'] as const)(
  'a commit whose wait for a standby ends by %s',
  (how) => {
    it.each(writes)('has an unknown outcome: %s', async (_, write) => {
      const failure = failureOf(write());
      await replicatedDatabase.endWaits(how, WRITES, failure);
      const error = await failure;
      expect(isDatabaseUnavailable(error)).toBe(true);
      expect(isConnectionLost(error)).toBe(true);
      await expect.poll(() => database.pool.totalCount).toBe(0);
      await waitUntilVisible();
    });
  },
);

it('statement_timeout does not end the wait for a standby', async () => {
  await database.pool.query('SET statement_timeout = 1000');
  const write = database.pool.query(INSERT);
  await replicatedDatabase.waitForWaiters(WRITES);
  expect(await stateOf(write, 2_000)).toBe('waiting');
  await replicatedDatabase.startReplica();
  await expect(write).resolves.toMatchObject({ rowCount: 1 });
});

describe('a read of replicated rows', () => {
  it('waits until a standby has them', async () => {
    await leaveUnreplicatedRow();
    const rows = readReplicated();
    expect(await stateOf(rows, 1_000)).toBe('waiting');
    await replicatedDatabase.startReplica();
    expect(await rows).toEqual([1]);
  });

  it('fails when its primary is stopped before', async () => {
    await leaveUnreplicatedRow();
    const failure = failureOf(readReplicated());
    await replicatedDatabase.endWaits('pg_terminate_backend', /from written/, failure);
    expect(isConnectionLost(await failure)).toBe(true);
  });

  it('waits for nobody when there are none', async () => {
    expect(await readReplicated()).toEqual([]);
  });
});

it('a standby refuses a read of replicated rows, and its connection is closed', async () => {
  await replicatedDatabase.startReplica();
  await database.pool.query(INSERT);
  // A commit is answered once the standby has it on its disk, a moment before reads there see it.
  await expect.poll(() => replicatedDatabase.atReplica('SELECT n FROM written')).toHaveLength(1);
  const atStandby = createDatabase(replicatedDatabase.replicaUrl, { max: 1, log: quietLog });
  const failure = await failureOf(numbersStatement(atStandby.pool, {}));
  expect(isDatabaseUnavailable(failure)).toBe(true);
  await expect.poll(() => atStandby.pool.totalCount).toBe(0);
  await atStandby.close();
});
