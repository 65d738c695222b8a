import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeTimers, fakeTimers } from '../../../../test/fixtures/fakes/fake-timers.ts';
import { quietLog } from '../../../../test/fixtures/server/quiet-log.ts';
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '../../../../test/fixtures/server/replicated-database.ts';
import { createDatabase, type Database } from '../pool.ts';
import { createReplicas, type Replicas, readPrimary } from './replicas.ts';

let replicatedDatabase: ReplicatedDatabase;
let database: Database;
let replicas: Replicas;
let timers: FakeTimers;
beforeAll(async () => {
  replicatedDatabase = await startReplicatedDatabase();
  database = createDatabase(replicatedDatabase.url, { log: quietLog });
  timers = fakeTimers();
  replicas = createReplicas({
    ...{
      urls: [replicatedDatabase.replicaUrl],
      primaryUrl: replicatedDatabase.url,
      pool: database.pool,
    },
    ...{ max: 2, timers, log: quietLog },
  });
});
afterAll(async () => {
  await replicas?.close();
  await database?.close();
  await replicatedDatabase?.close();
});

const IS_REPLICA_QUERY = 'SELECT pg_is_in_recovery() AS replica';
const isReplica = async () =>
  (await database.pool.query<{ replica: boolean }>(IS_REPLICA_QUERY)).rows[0]?.replica;
/** Repeats the probe of the replicas until this many of them get reads. */
const probeUntil = async (wantedCount: number) => {
  await expect
    .poll(() => {
      const { used } = replicas.counts();
      if (used !== wantedCount && timers.countPending() > 0) timers.advance(1_000);
      return used;
    })
    .toBe(wantedCount);
};

it('a replica gets no read before it is known to be up to date', async () => {
  expect(await replicas.lateReads(isReplica)).toBe(false);
  await replicas.start();
  // A replica that has just started may not have replayed everything at the first probe.
  await probeUntil(1);
  expect(replicas.counts()).toEqual({ named: 1, used: 1 });
  expect(await replicas.lateReads(isReplica)).toBe(true);
});

it('a replica gets only late reads', async () => {
  expect(await isReplica()).toBe(false);
  expect(await replicas.lateReads(() => readPrimary(() => replicas.lateReads(isReplica)))).toBe(
    false,
  );
  const readInTransaction = () =>
    database.transaction(async (tx) => (await tx.execute(IS_REPLICA_QUERY)).rows);
  expect(await replicas.lateReads(readInTransaction)).toEqual([{ replica: false }]);
});

it('a read that fails at a replica is repeated at the primary', async () => {
  const writeQuery = 'WITH one AS (INSERT INTO kept VALUES (7) RETURNING n) SELECT n FROM one';
  await database.pool.query('CREATE TABLE kept (n integer)');
  // The query fails at the replica: a replica refuses writes, and it may not have the table yet.
  const { rows } = await replicas.lateReads(() => database.pool.query(writeQuery));
  expect(rows).toEqual([{ n: 7 }]);
  const wrongQuery = replicas.lateReads(() => database.pool.query('SELECT x FROM nowhere'));
  await expect(wrongQuery).rejects.toMatchObject({ code: '42P01' });
  expect(replicas.counts().used).toBe(1);
});

it('a replica that is more than five seconds late gets no reads', async () => {
  await replicatedDatabase.atReplica('SELECT pg_wal_replay_pause()');
  await database.pool.query('INSERT INTO kept VALUES (8)');
  expect(await replicas.lateReads(isReplica)).toBe(true);
  timers.advance(5_001);
  expect(await replicas.lateReads(isReplica)).toBe(false);
  await replicatedDatabase.atReplica('SELECT pg_wal_replay_resume()');
  await probeUntil(1);
  expect(await replicas.lateReads(isReplica)).toBe(true);
});

it('a replica that does not answer gets no reads, and no read fails', async () => {
  await replicatedDatabase.stopReplica();
  expect(await replicas.lateReads(isReplica)).toBe(false);
  expect(replicas.counts().used).toBe(0);
  await replicatedDatabase.startReplica();
  await probeUntil(1);
  expect(await replicas.lateReads(isReplica)).toBe(true);
});
