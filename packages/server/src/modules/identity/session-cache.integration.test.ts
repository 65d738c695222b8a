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
  let known: SessionCache;
  let asked = 0;
  let now = Date.now();
  let notices: { hearing: boolean; answers: boolean; waits: number };

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
    asked = 0;
    notices = { hearing: true, answers: true, waits: 0 };
    const port: SessionChangeNotifications = {
      isListening: () => notices.hearing,
      catchUp: async () => {
        notices.waits += 1;
        return notices.answers;
      },
    };
    const query = (...args: unknown[]) => {
      asked += 1;
      return (database.pool.query as (...all: unknown[]) => unknown)(...args);
    };
    const pool = Object.assign(Object.create(database.pool), { query }) as Database['pool'];
    known = createSessionCache({
      database: { pool, writeCount: database.writeCount },
      clock: { now: () => new Date(now) },
      changeNotifications: port,
    });
  });

  const find = () => known.find(session.id, session.uid);
  const write = () =>
    database.pool.query("INSERT INTO title_words (word) VALUES ('nada') ON CONFLICT DO NOTHING");

  it('is asked for once', async () => {
    expect(await find()).toMatchObject({ uid: session.uid, role: 'user' });
    const first = asked;
    for (let n = 0; n < 5; n += 1) expect(await find()).toMatchObject({ uid: session.uid });
    expect(asked).toBe(first);
  });

  it('waits once for the notices of what this process wrote', async () => {
    await find();
    await write();
    await Promise.all([find(), find(), find()]);
    await find();
    expect([asked, notices.waits]).toEqual([1, 1]);
  });

  it.each([
    ['receives no notices', { hearing: false }],
    ['gets no answer about notices', { answers: false }],
  ])('is asked for each time by a node that %s', async (_, cut) => {
    await find();
    Object.assign(notices, cut);
    for (let n = 0; n < 3; n += 1) {
      await write();
      await find();
    }
    expect(asked).toBe(4);
  });

  it.each([
    ['of the session', () => known.forgetSession(session.id)],
    ['of the person', () => known.forgetPeople(`${randomUUID()} ${session.uid}`)],
    ['of a lost connection', () => known.forgetAll()],
  ])('is forgotten at a notice %s, also while it is asked for', async (_, notice) => {
    await find();
    notice();
    const asking = find();
    notice();
    await asking;
    await find();
    expect(asked).toBe(3);
  });

  it('is asked for again after ten seconds, and when it expires', async () => {
    await find();
    now += 10_000;
    await find();
    expect(asked).toBe(2);
    await database.pool.query(
      "UPDATE sessions SET expires_at = now() + interval '2 s' WHERE id = $1",
      [session.id],
    );
    known.forgetAll();
    await find();
    now += 2_000;
    await find();
    expect(asked).toBe(4);
  });

  it('of a suspended person is asked for each time, and of another person is none', async () => {
    await find();
    expect(await known.find(session.id, randomUUID())).toBeNull();
    await database.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [
      session.uid,
    ]);
    known.forgetPeople(session.uid);
    asked = 0;
    for (let n = 0; n < 2; n += 1) expect(await find()).toMatchObject({ suspended: true });
    expect(asked).toBe(2);
  });
});

describe('two nodes', () => {
  let here: TestApp;
  let there: TestApp;
  const env = { TOKEN_SECRET: 'known-sessions-of-two-nodes-0123456789' };
  beforeAll(async () => {
    here = await startTestApp({ database: clonedDatabase, env });
    there = await startTestApp({ database: clonedDatabase, env });
  });
  afterAll(async () => {
    await here.close();
    await there.close();
  });

  const statusAt = async (app: TestApp, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await app.fetch('/api/notifications', { headers })).status;
  };

  it('refuse an ended session: the one that ended it with the next request, the other at once', async () => {
    for (let n = 0; n < 5; n += 1) {
      const person = await here.signIn(`Sai${n}`);
      const { accessToken, refreshToken } = person.tokens;
      expect([await statusAt(here, accessToken), await statusAt(there, accessToken)]).toEqual([
        200, 200,
      ]);
      await here.visitor.identity.logout({ body: { refreshToken } });
      expect(await statusAt(here, accessToken)).toBe(401);
      await expect.poll(() => statusAt(there, accessToken), { interval: 10 }).toBe(401);
    }
  });

  it.each([
    ['suspended', 'suspended_at = now()', 403],
    ['closed', 'deleted_at = now()', 401],
  ])('refuse a person who is %s', async (name, columns, status) => {
    const person = await here.signIn(`Pessoa${name}`);
    const { accessToken } = person.tokens;
    expect([await statusAt(here, accessToken), await statusAt(there, accessToken)]).toEqual([
      200, 200,
    ]);
    await here.pool.query(`UPDATE users SET ${columns} WHERE uid = $1`, [person.uid]);
    expect(await statusAt(here, accessToken)).toBe(status);
    await expect.poll(() => statusAt(there, accessToken), { interval: 10 }).toBe(status);
  });

  it('take notice of an age check and of blocks', async () => {
    const [reader, seller] = [await here.signIn('Leitora'), await here.signIn('Vendedora')];
    const service = await buildService(here.pool, seller.uid, { adult: true, category: 'nudez' });
    const later = new Date(Date.now() + 86_400_000);
    const verify = (uid: string) =>
      here.pool.query('UPDATE users SET age_verified_until = $2 WHERE uid = $1', [uid, later]);
    await verify(seller.uid);
    const at = async (app: TestApp) => {
      const headers = { authorization: `Bearer ${reader.tokens.accessToken}` };
      return (await app.fetch(`/api/services/${service}`, { headers })).status;
    };
    expect([await at(here), await at(there)]).toEqual([403, 403]);
    await verify(reader.uid);
    expect(await at(here)).toBe(200);
    await expect.poll(() => at(there), { interval: 10 }).toBe(200);
    await seller.api.users.blockUser({ params: { uid: reader.uid } });
    expect(await at(here)).toBe(404);
    await expect.poll(() => at(there), { interval: 10 }).toBe(404);
  });
});
