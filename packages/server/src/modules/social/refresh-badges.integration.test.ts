import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildPost, buildUser } from '../../../test/fixtures/data/builders.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import { startTestApp, type TestApp } from '../../../test/fixtures/server/test-app.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import type { Person } from '../../platform/actor.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import { createJobs, type Jobs } from '../../platform/jobs/index.ts';
import { err, ok, okReplayed, type Result } from '../../platform/result.ts';
import { systemClock } from '../../ports/clock.ts';
import { type BadgeTasks, refreshBadges, withBadgeRefresh } from './refresh-badges.ts';

/** Adds posts of a person in the past days. */
const addPosts = (pool: Database['pool'], author: string, count: number) =>
  pool.query(
    `INSERT INTO posts (uid, author_id, title, created_at)
     SELECT gen_random_uuid(), $1, 'Oi', now() - n * interval '1 hour' FROM generate_series(1, $2::integer) AS n`,
    [author, count],
  );

describe('the recomputation of the badge', () => {
  let clonedDatabase: TestDatabase;
  let database: Database;
  let jobs: Jobs<BadgeTasks>;
  const loggedErrors: string[] = [];
  const log = {
    ...quietLog,
    error: (_: object, message: string) => void loggedErrors.push(message),
  };
  beforeAll(async () => {
    clonedDatabase = await createTestDatabase();
    database = createDatabase(clonedDatabase.url, { log: quietLog });
    const enqueue: Jobs<BadgeTasks>['enqueue'] = (...job) => jobs.enqueue(...job);
    const refresh = refreshBadges({ database, enqueue, clock: systemClock, log });
    jobs = createJobs<BadgeTasks>(
      { database, log: quietLog },
      { 'social.refresh_badges': refresh },
    );
    await jobs.runUntilIdle();
  });
  afterEach(() => database.pool.query('TRUNCATE users, graphile_worker._private_jobs CASCADE'));
  afterAll(async () => {
    await database.close();
    await clonedDatabase.drop();
  });

  const createPerson = async (postCount: number) => {
    const uid = await buildUser(database.pool);
    await addPosts(database.pool, uid, postCount);
    return uid;
  };
  /** Runs a handler of the person with this outcome. */
  const publish = (uid: string, outcome: Result<unknown> = ok(undefined)) =>
    withBadgeRefresh({ database, enqueue: jobs.enqueue })(async () => outcome)({
      actor: { kind: 'person', uid } as Person,
    });
  const passMinute = () => jobs.runUntilIdle({ until: new Date(Date.now() + 61_000) });
  const listHolders = async () =>
    (await database.pool.query('SELECT uid FROM users WHERE top_contributor')).rows.map(
      ({ uid }) => uid,
    );
  const countJobs = async () =>
    Number((await database.pool.query('SELECT count(*) FROM graphile_worker.jobs')).rows[0].count);

  it('follows at once, then at most once a minute', async () => {
    const first = await createPerson(10);
    await publish(first);
    await jobs.runUntilIdle();
    expect(await listHolders()).toEqual([first]);
    const second = await createPerson(11);
    for (let n = 0; n < 3; n += 1) await publish(second);
    await jobs.runUntilIdle();
    expect(await listHolders()).toEqual([first]);
    expect(await countJobs()).toBe(1);
    await passMinute();
    expect((await listHolders()).toSorted()).toEqual([first, second].toSorted());
  });

  it('ends when nothing is requested any more', async () => {
    await publish(await createPerson(10));
    await jobs.runUntilIdle();
    expect(await countJobs()).toBe(1);
    await passMinute();
    expect(await countJobs()).toBe(0);
  });

  it('is repeated after the pause when it fails', async () => {
    const person = await createPerson(10);
    await database.pool.query(
      'ALTER TABLE users ADD CONSTRAINT shut CHECK (NOT top_contributor) NOT VALID',
    );
    await publish(person);
    await jobs.runUntilIdle();
    await database.pool.query('ALTER TABLE users DROP CONSTRAINT shut');
    expect(await listHolders()).toEqual([]);
    expect(loggedErrors).toEqual(['recomputing the badges failed']);
    // Only the retry is left: no job that has failed for good alerts the operators.
    expect(await countJobs()).toBe(1);
    await passMinute();
    expect(await listHolders()).toEqual([person]);
  });

  it('is one for requests that arrive together', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => createPerson(10)));
    await Promise.all(people.map((uid) => publish(uid)));
    expect(await countJobs()).toBe(1);
  });

  it('is not requested by people whose badge stays as it is, nor by refused and repeated requests', async () => {
    await publish(await createPerson(9));
    const person = await createPerson(10);
    await publish(person, err('post_not_found'));
    await publish(person, okReplayed(undefined));
    expect(await countJobs()).toBe(0);
    await database.pool.query('UPDATE users SET top_contributor = true WHERE uid = $1', [person]);
    await publish(person);
    expect(await countJobs()).toBe(0);
  });
});

describe('the badge over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  const send = (person: { fetch: TestApp['fetch'] }, postId: string) =>
    person.fetch(`/api/social/comment/${postId}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Oi' }),
    });

  it('appears within seconds of the tenth contribution', async () => {
    const person = await app.signIn('Assidua');
    await addPosts(app.pool, person.uid, 8);
    const postId = await buildPost(app.pool, person.uid);
    const badges = async () => (await person.api.users.getMe()).badges;
    expect(await badges()).not.toContain('top-contributor');
    expect((await send(person, postId)).status).toBe(201);
    await expect.poll(badges).toContain('top-contributor');
  });
});
