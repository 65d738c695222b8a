import { connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import { withClient } from '../../../test/fixtures/server/template-database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database, type Db } from './pool.ts';
import { sql } from './query-builder.ts';
import { isDatabaseUnavailable, isUniqueViolation } from './unavailable.ts';

/** Maximum time in ms that the test waits for something that must happen by itself. */
const MAX_WAIT_MS = 10_000;
const QUERY_TIMEOUT_MS = 3_000;

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ empty: true });
  await withClient(testDatabase.url, (client) =>
    client.query('create table accounts (id int constraint accounts_id primary key, cents int)'),
  );
});

afterAll(() => testDatabase.drop());

beforeEach(async () => {
  database = createDatabase(testDatabase.pooledUrl, { max: 4, log: quietLog });
  await database.db.execute(sql`truncate accounts`);
  await database.db.execute(sql`insert into accounts values (1, 100), (2, 100)`);
});

afterEach(() => database.close());

async function readCents(db: Db, rowId: number): Promise<number | undefined> {
  const { rows } = await db.execute<{ cents: number }>(
    sql`select cents from accounts where id = ${rowId}`,
  );
  return rows[0]?.cents;
}

function failureOf(runWork: Promise<unknown>): Promise<unknown> {
  return runWork.then(
    () => undefined,
    (error: unknown) => error,
  );
}

function addCents(db: Db, rowId: number, amount: number) {
  return db.execute(sql`update accounts set cents = cents + ${amount} where id = ${rowId}`);
}

/** Ends all sessions of the pool, as a restart or an administrator does. */
async function terminateSessions(): Promise<void> {
  await withClient(testDatabase.url, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'guilda' and datname = current_database()`),
  );
}

/** Number of the pool's sessions that are sleeping in a query. */
async function countSleepers(): Promise<number | null> {
  return withClient(testDatabase.url, async (client) => {
    const sleepingSessions = await client.query(`select 1 from pg_stat_activity
      where application_name = 'guilda' and datname = current_database() and wait_event = 'PgSleep'`);
    return sleepingSessions.rowCount;
  });
}

describe('the pool', () => {
  it('sets its limits on every session', async () => {
    const { rows } = await database.db.execute(sql`select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout',
        'application_name') order by name`);
    expect(rows.map(({ setting }) => setting)).toEqual(['guilda', '30000', '10000', '15000']);
  });

  it('replaces idle sessions that the server ended', async () => {
    await Promise.all([1, 2, 3].map(() => database.db.execute(sql`select pg_sleep(0.05)`)));
    await terminateSessions();
    await vi.waitFor(async () => expect(await readCents(database.db, 1)).toBe(100), MAX_WAIT_MS);
  });

  it('replaces a session that the server ended during a query or a transaction', async () => {
    const query = database.db.execute(sql`select pg_sleep(10)`);
    const transaction = database.transaction(async (tx) => {
      await addCents(tx, 1, 5);
      await vi.waitFor(async () => expect(await countSleepers()).toBe(1), MAX_WAIT_MS);
      await terminateSessions();
      await addCents(tx, 2, 5);
    });
    for (const error of await Promise.all([failureOf(query), failureOf(transaction)])) {
      expect(isDatabaseUnavailable(error)).toBe(true);
    }
    expect(await readCents(database.db, 1)).toBe(100);
  });

  it('replaces a session that the server ended between two queries', async () => {
    // A direct connection is used, because a pooler keeps the program's connection open after the server has ended the
    // session.
    const directDatabase = createDatabase(testDatabase.url, { max: 4, log: quietLog });
    const work = directDatabase.transaction(async (tx) => {
      await addCents(tx, 1, 5);
      const client = await directDatabase.pool.connect();
      await terminateSessions();
      client.release();
      await vi.waitFor(() => expect(directDatabase.pool.totalCount).toBeLessThan(2), MAX_WAIT_MS);
    });
    expect(isDatabaseUnavailable(await failureOf(work))).toBe(true);
    expect(await readCents(directDatabase.db, 1)).toBe(100);
    await directDatabase.close();
  });

  it('reports the name of a violated constraint', async () => {
    const refusedInsert = database.db.execute(sql`insert into accounts values (1, 0)`);
    const error = await failureOf(refusedInsert);
    expect(isUniqueViolation(error, 'accounts_id')).toBe(true);
    expect(isDatabaseUnavailable(error)).toBe(false);
  });

  it('reports whether the database is available, and can be closed twice', async () => {
    expect(await database.ping()).toBe(true);
    await Promise.all([database.close(), database.close()]);
    expect(await database.ping()).toBe(false);
  });

  it('reports a database that refuses connections as unavailable', async () => {
    const unreachableDatabase = createDatabase('postgres://guilda:x@127.0.0.1:1/guilda', {
      log: quietLog,
    });
    const error = await failureOf(unreachableDatabase.db.execute(sql`select 1`));
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(await unreachableDatabase.ping()).toBe(false);
    await unreachableDatabase.close();
  });
});

/** Starts a proxy in front of the database that can drop everything sent on existing connections. */
async function startDroppingProxy(url: string) {
  const target = new URL(url);
  const port = Number(target.port || 5432);
  let generation = 0;
  const sockets: Socket[] = [];
  const server = createServer((clientSocket) => {
    const ownGeneration = generation;
    const serverSocket = connect(port, target.hostname);
    sockets.push(clientSocket, serverSocket);
    for (const socket of [clientSocket, serverSocket]) socket.on('error', () => undefined);
    clientSocket.on('data', (data) => {
      if (ownGeneration === generation) serverSocket.write(data);
    });
    serverSocket.pipe(clientSocket);
    clientSocket.on('close', () => serverSocket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address === 'object' && address !== null) target.port = String(address.port);
  return {
    url: target.href,
    goQuiet: () => {
      generation += 1;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('a database that hangs', () => {
  let droppingProxy: Awaited<ReturnType<typeof startDroppingProxy>>;
  let databaseBehindProxy: Database;

  beforeEach(async () => {
    droppingProxy = await startDroppingProxy(testDatabase.url);
    databaseBehindProxy = createDatabase(droppingProxy.url, {
      max: 1,
      queryTimeoutMs: QUERY_TIMEOUT_MS,
      log: quietLog,
    });
  });

  afterEach(async () => {
    await databaseBehindProxy.close();
    droppingProxy.close();
  });

  it('is unavailable to a query, and its connection is not used again', async () => {
    await databaseBehindProxy.db.execute(sql`select 1`);
    droppingProxy.goQuiet();
    expect(
      isDatabaseUnavailable(await failureOf(databaseBehindProxy.db.execute(sql`select 1`))),
    ).toBe(true);
    expect(await readCents(databaseBehindProxy.db, 1)).toBe(100);
  });

  it('is unavailable to a transaction, which does not wait for its rollback too', async () => {
    let reportedAt = 0;
    const work = databaseBehindProxy.transaction(async (tx) => {
      await addCents(tx, 1, 5);
      droppingProxy.goQuiet();
      await addCents(tx, 2, 5).finally(() => {
        reportedAt = performance.now();
      });
    });
    expect(String(await failureOf(work))).toContain('Failed query: update');
    expect(performance.now() - reportedAt).toBeLessThan(QUERY_TIMEOUT_MS);
    expect(await readCents(databaseBehindProxy.db, 1)).toBe(100);
  });

  it('is unavailable to a commit, and its connection is not used again', async () => {
    const work = databaseBehindProxy.transaction(async (tx) => {
      await addCents(tx, 1, 5);
      droppingProxy.goQuiet();
    });
    expect(isDatabaseUnavailable(await failureOf(work))).toBe(true);
    expect(await readCents(databaseBehindProxy.db, 2)).toBe(100);
  });

  it('does not delay a ping', async () => {
    await databaseBehindProxy.db.execute(sql`select 1`);
    droppingProxy.goQuiet();
    expect(await databaseBehindProxy.ping()).toBe(false);
    expect(await databaseBehindProxy.ping()).toBe(true);
    const startedAt = performance.now();
    const heldConnection = await databaseBehindProxy.pool.connect();
    expect(await databaseBehindProxy.ping()).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    heldConnection.release();
  });
});
