import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildService, buildUser } from '../../../test/fixtures/data/builders.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import { startTestApp, type TestApp } from '../../../test/fixtures/server/test-app.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import {
  createSessionCache,
  type SessionCache,
  type SessionChangeNotifications,
} from './session-cache.ts';

let clonedDatabase: TestDatabase;
beforeAll(async () => {
  clonedDatabase = await createTestDatabase();
});
afterAll(() => clonedDatabase.drop());

describe('a known session', () => {
  let database: Database;
  let session: { id: string; uid: string };
  let sessionCache: SessionCache;
  let queryCount = 0;
  let now: number;
  let notificationState: { isListening: boolean; isAnswered: boolean; waitCount: number };

  beforeAll(() => {
    database = createDatabase(clonedDatabase.pooledUrl, { log: quietLog });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    const uid = await buildUser(database.pool);
    session = { id: randomUUID(), uid };
    await database.pool.query(
      `INSERT INTO sessions (id, uid, refresh_hash, device, expires_at)
       VALUES ($1::uuid, $2, decode(md5($1::text), 'hex'), 'Teste', now() + interval '1 hour')`,
      [session.id, uid],
    );
    queryCount = 0;
    now = Date.now();
    notificationState = { isListening: true, isAnswered: true, waitCount: 0 };
    const changeNotifications: SessionChangeNotifications = {
      isListening: () => notificationState.isListening,
      catchUp: async () => {
        notificationState.waitCount += 1;
        return notificationState.isAnswered;
      },
    };
    const query = (...args: unknown[]) => {
      queryCount += 1;
      return (database.pool.query as (...queryArguments: unknown[]) => unknown)(...args);
    };
    const pool = Object.assign(Object.create(database.pool), { query }) as Database['pool'];
    sessionCache = createSessionCache({
      database: { pool, writeCount: database.writeCount },
      clock: { now: () => new Date(now) },
      changeNotifications,
    });
  });

  const findSession = () => sessionCache.find(session.id, session.uid);
  const writeAnyRow = () =>
    database.pool.query("INSERT INTO title_words (word) VALUES ('nada') ON CONFLICT DO NOTHING");

  it('is asked for once', async () => {
    expect(await findSession()).toMatchObject({ uid: session.uid, role: 'user' });
    const firstQueryCount = queryCount;
    for (let n = 0; n < 5; n += 1) expect(await findSession()).toMatchObject({ uid: session.uid });
    expect(queryCount).toBe(firstQueryCount);
  });

  it('waits once for the notifications of what this process wrote', async () => {
    await findSession();
    await writeAnyRow();
    await Promise.all([findSession(), findSession(), findSession()]);
    await findSession();
    expect([queryCount, notificationState.waitCount]).toEqual([1, 1]);
  });

  it.each([
    ['receives no notifications', { isListening: false }],
    ['gets no answer about notifications', { isAnswered: false }],
  ])('is asked for each time by a node that %s', async (_, notificationFault) => {
    await findSession();
    Object.assign(notificationState, notificationFault);
    for (let n = 0; n < 3; n += 1) {
      await writeAnyRow();
      await findSession();
    }
    expect(queryCount).toBe(4);
  });

  it.each([
    ['of the session', () => sessionCache.forgetSession(session.id)],
    ['of the person', () => sessionCache.forgetPeople(`${randomUUID()} ${session.uid}`)],
    ['of a lost connection', () => sessionCache.forgetAll()],
  ])('is forgotten at a notification %s, also while it is asked for', async (_, announceChange) => {
    await findSession();
    announceChange();
    const lookup = findSession();
    announceChange();
    await lookup;
    await findSession();
    expect(queryCount).toBe(3);
  });

  it('is asked for again after ten seconds, and when it expires', async () => {
    await findSession();
    now += 10_000;
    await findSession();
    expect(queryCount).toBe(2);
    await database.pool.query(
      "UPDATE sessions SET expires_at = now() + interval '2 s' WHERE id = $1",
      [session.id],
    );
    sessionCache.forgetAll();
    await findSession();
    now += 2_000;
    await findSession();
    expect(queryCount).toBe(4);
  });

  it('of a suspended person is asked for each time, and of another person is none', async () => {
    await findSession();
    expect(await sessionCache.find(session.id, randomUUID())).toBeNull();
    await database.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [
      session.uid,
    ]);
    sessionCache.forgetPeople(session.uid);
    queryCount = 0;
    for (let n = 0; n < 2; n += 1) expect(await findSession()).toMatchObject({ suspended: true });
    expect(queryCount).toBe(2);
  });
});

describe('two nodes', () => {
  let firstNode: TestApp;
  let secondNode: TestApp;
  const env = { TOKEN_SECRET: 'known-sessions-of-two-nodes-0123456789' };
  beforeAll(async () => {
    firstNode = await startTestApp({ database: clonedDatabase, env });
    secondNode = await startTestApp({ database: clonedDatabase, env });
  });
  afterAll(async () => {
    await firstNode.close();
    await secondNode.close();
  });

  const statusAt = async (app: TestApp, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await app.fetch('/api/notifications', { headers })).status;
  };

  it('refuse an ended session: the one that ended it with the next request, the other at once', async () => {
    for (let n = 0; n < 5; n += 1) {
      const person = await firstNode.signIn(`Sai${n}`);
      const { accessToken, refreshToken } = person.tokens;
      expect([
        await statusAt(firstNode, accessToken),
        await statusAt(secondNode, accessToken),
      ]).toEqual([200, 200]);
      await firstNode.visitor.identity.logout({ body: { refreshToken } });
      expect(await statusAt(firstNode, accessToken)).toBe(401);
      await expect.poll(() => statusAt(secondNode, accessToken), { interval: 10 }).toBe(401);
    }
  });

  it.each([
    ['suspended', 'suspended_at = now()', 403],
    ['closed', 'deleted_at = now()', 401],
  ])('refuse a person who is %s', async (name, columns, status) => {
    const person = await firstNode.signIn(`Pessoa${name}`);
    const { accessToken } = person.tokens;
    expect([
      await statusAt(firstNode, accessToken),
      await statusAt(secondNode, accessToken),
    ]).toEqual([200, 200]);
    await firstNode.pool.query(`UPDATE users SET ${columns} WHERE uid = $1`, [person.uid]);
    expect(await statusAt(firstNode, accessToken)).toBe(status);
    await expect.poll(() => statusAt(secondNode, accessToken), { interval: 10 }).toBe(status);
  });

  it('take notice of an age check and of blocks', async () => {
    const [reader, seller] = [
      await firstNode.signIn('Leitora'),
      await firstNode.signIn('Vendedora'),
    ];
    const serviceId = await buildService(firstNode.pool, seller.uid, {
      adult: true,
      category: 'nudez',
    });
    const tomorrow = new Date(Date.now() + 86_400_000);
    const verifyAge = (uid: string) =>
      firstNode.pool.query('UPDATE users SET age_verified_until = $2 WHERE uid = $1', [
        uid,
        tomorrow,
      ]);
    await verifyAge(seller.uid);
    const readServiceStatus = async (app: TestApp) => {
      const headers = { authorization: `Bearer ${reader.tokens.accessToken}` };
      return (await app.fetch(`/api/services/${serviceId}`, { headers })).status;
    };
    expect([await readServiceStatus(firstNode), await readServiceStatus(secondNode)]).toEqual([
      403, 403,
    ]);
    await verifyAge(reader.uid);
    expect(await readServiceStatus(firstNode)).toBe(200);
    await expect.poll(() => readServiceStatus(secondNode), { interval: 10 }).toBe(200);
    await seller.api.users.blockUser({ params: { uid: reader.uid } });
    expect(await readServiceStatus(firstNode)).toBe(404);
    await expect.poll(() => readServiceStatus(secondNode), { interval: 10 }).toBe(404);
  });
});
