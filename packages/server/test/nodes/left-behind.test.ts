import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listMigrationNames, migrate } from '../../src/platform/database/migrate.ts';
import { createNode, type NodeProcess } from '../fixtures/server/node-process.ts';
import { quietLog } from '../fixtures/server/quiet-log.ts';
import { type RedisServer, startRedis } from '../fixtures/server/redis-server.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/server/test-database.ts';
import { nodeSettings } from '../fixtures/server/two-nodes.ts';

let database: TestDatabase;
let redisServer: RedisServer;
let homeFolder: string;
let observerClient: pg.Client;
let firstNode: NodeProcess;
let secondNode: NodeProcess;

async function openConnection(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client;
}

beforeAll(async () => {
  redisServer = await startRedis();
  database = await createTestDatabase({ empty: true });
  homeFolder = await mkdtemp(join(tmpdir(), 'guilda-left-behind-'));
  observerClient = await openConnection();
  const settings = nodeSettings(homeFolder, database.url, redisServer.url);
  [firstNode, secondNode] = [await createNode(settings), await createNode(settings)];
});
afterAll(async () => {
  await Promise.all([firstNode?.kill(), secondNode?.kill()]);
  await observerClient?.end();
  await redisServer?.stop();
  await database?.drop();
  if (homeFolder) await rm(homeFolder, { recursive: true, force: true });
});

/** Locks a table until the returned function is called. */
async function lockTable(table: string): Promise<() => Promise<void>> {
  const lockClient = await openConnection();
  await lockClient.query(`BEGIN; LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
  return () => lockClient.end();
}

/** Ids of the database processes that run a migration and wait for the lock on a table. */
async function listWaitingSessions(): Promise<number[]> {
  const { rows } = await observerClient.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
       AND application_name = 'guilda-migrate' AND wait_event = 'relation'`,
  );
  return rows.map(({ pid }) => pid);
}

it('a node that is killed during a migration delays the start of the next node only for a moment', async () => {
  const migrationNames = await listMigrationNames();
  await migrate(database.url, quietLog, { count: migrationNames.length - 1 });
  const unlock = await lockTable('public.migrations');
  const firstStartPromise = firstNode.start().catch(() => 'ended');
  await expect.poll(listWaitingSessions, { timeout: 60_000 }).toHaveLength(1);
  const [waitingSession] = await listWaitingSessions();
  await firstNode.kill();
  expect(await firstStartPromise).toBe('ended');
  // The killed node's session still waits for the lock; the second node can migrate once that session has ended.
  const secondStartPromise = secondNode.start();
  secondStartPromise.catch(() => undefined);
  await expect
    .poll(async () => (await listWaitingSessions()).filter((pid) => pid !== waitingSession), {
      timeout: 60_000,
    })
    .toHaveLength(1);
  await unlock();
  await secondStartPromise;
  expect((await fetch(`${secondNode.url}/readyz`)).status).toBe(200);
  const { rows } = await observerClient.query<{ name: string }>(
    'SELECT name FROM migrations ORDER BY id',
  );
  expect(rows.map(({ name }) => name)).toEqual(migrationNames);
});

it('a job of a killed node is run again by another node', async () => {
  const unlock = await lockTable('ledger_sums');
  const { rows: addedRows } = await observerClient.query<{ id: string }>(
    `SELECT id FROM graphile_worker.add_job('wallet.sum_ledger', '{}', max_attempts => 5)`,
  );
  const readJob = async () => {
    const { rows } = await observerClient.query<{ locked_by: string | null }>(
      'SELECT locked_by FROM graphile_worker.jobs WHERE id = $1',
      [addedRows[0]?.id],
    );
    return rows[0];
  };
  await expect.poll(async () => (await readJob())?.locked_by ?? null).not.toBeNull();
  const lockedBy = (await readJob())?.locked_by;
  await firstNode.start();
  await secondNode.kill();
  await expect
    .poll(async () => (await readJob())?.locked_by ?? lockedBy, { timeout: 60_000 })
    .not.toBe(lockedBy);
  await unlock();
  await expect.poll(readJob).toBeUndefined();
});
