import { randomUUID } from 'node:crypto';
import { limits } from '@guilda/contract/limits';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '../../../test/fixtures/data/builders.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import { markTopContributors } from './top-contributors-store.ts';

const { minContributions } = limits.topContributors;

let clonedDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  clonedDatabase = await createTestDatabase();
  database = createDatabase(clonedDatabase.pooledUrl, { log: quietLog });
});
afterEach(() => database.pool.query('TRUNCATE users CASCADE'));
afterAll(async () => {
  await database.close();
  await clonedDatabase.drop();
});

const createPerson = (columns?: Record<string, unknown>) => buildUser(database.pool, columns);

/** Creates posts of a person, one per minute, the last one `publishedAgo` before now; returns their uids. */
async function createPosts(
  author: string,
  count: number,
  publishedAgo = '1 day',
): Promise<string[]> {
  const { rows } = await database.pool.query(
    `INSERT INTO posts (uid, author_id, title, created_at)
     SELECT gen_random_uuid(), $1, 'Oi', now() - $3::interval - n * interval '1 minute'
     FROM generate_series(0, $2::integer - 1) AS n RETURNING uid`,
    [author, count, publishedAgo],
  );
  return rows.map(({ uid }) => uid);
}

/** Creates one post fewer than the badge requires. */
const createAlmostEnoughPosts = (author: string) => createPosts(author, minContributions - 1);

async function createComment(author: string, postUid: string | undefined): Promise<string> {
  const id = randomUUID();
  await database.pool.query(
    "INSERT INTO comments (id, post_uid, author_id, text, created_at) VALUES ($1, $2, $3, 'Oi', now())",
    [id, postUid, author],
  );
  return id;
}

const hideContent = (table: 'posts' | 'comments', key: string, id: string | undefined) =>
  database.pool.query(
    `UPDATE ${table} SET hidden_at = now(), hidden_reason = 'Spam' WHERE ${key} = $1`,
    [id],
  );

async function listBadgeHolders(): Promise<Set<string>> {
  await markTopContributors(database.db);
  const { rows } = await database.pool.query('SELECT uid FROM users WHERE top_contributor');
  return new Set(rows.map(({ uid }) => uid));
}

/** Creates people with different numbers of posts: the first has the most, the last just enough for the badge. */
async function createContributors(count: number): Promise<string[]> {
  const people: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const uid = await createPerson();
    await createPosts(uid, minContributions - 1 + count - n);
    people.push(uid);
  }
  return people;
}

describe('the top-contributor badge', () => {
  it('is given to nobody without posts or comments', async () => {
    await createPerson({ top_contributor: true });
    expect(await listBadgeHolders()).toEqual(new Set());
  });

  it('is given to all of a few contributors, but not to others', async () => {
    const [first, second] = await createContributors(2);
    await createPerson();
    expect(await listBadgeHolders()).toEqual(new Set([first, second]));
  });

  it('needs ten contributions, posts and comments together', async () => {
    const [author, other] = [await createPerson(), await createPerson()];
    const [postUid] = await createAlmostEnoughPosts(author);
    await createAlmostEnoughPosts(other);
    expect(await listBadgeHolders()).toEqual(new Set());
    await createComment(author, postUid);
    expect(await listBadgeHolders()).toEqual(new Set([author]));
  });

  it('is given to ten people, by posts and comments together', async () => {
    const people = await createContributors(12);
    expect(await listBadgeHolders()).toEqual(new Set(people.slice(0, 10)));
    const [theirs] = await createPosts(people[0] ?? '', 1);
    for (let n = 0; n < 4; n += 1) await createComment(people[11] ?? '', theirs);
    expect(await listBadgeHolders()).toEqual(new Set([...people.slice(0, 9), people[11]]));
  });

  it('is given to one in a hundred if that is more', async () => {
    const people = await createContributors(14);
    await database.pool.query(`INSERT INTO users (uid, issuer, subject, username)
      SELECT gen_random_uuid(), 'test', n::text, 'pessoa' || n FROM generate_series(1, 1087) AS n`);
    // 1101 people give twelve badges, because the fraction is rounded up.
    expect(await listBadgeHolders()).toEqual(new Set(people.slice(0, 12)));
  });

  it('is given to the earliest among equals, each time', async () => {
    const people: string[] = [];
    for (let n = 0; n < 14; n += 1) {
      const uid = await createPerson();
      await createPosts(uid, minContributions, `${20 - n} days`);
      people.push(uid);
    }
    for (let n = 0; n < 3; n += 1)
      expect(await listBadgeHolders()).toEqual(new Set(people.slice(0, 10)));
  });

  it('ends after thirty days', async () => {
    const [early, late] = [await createPerson(), await createPerson()];
    await createAlmostEnoughPosts(early);
    await createAlmostEnoughPosts(late);
    await createPosts(early, 1, '29 days 23 hours');
    await createPosts(late, 1, '30 days 1 minute');
    expect(await listBadgeHolders()).toEqual(new Set([early]));
    await database.pool.query("UPDATE posts SET created_at = created_at - interval '2 hours'");
    expect(await listBadgeHolders()).toEqual(new Set());
  });

  it('ignores hidden posts and comments, and comments on hidden posts', async () => {
    const [author, reader] = [await createPerson(), await createPerson()];
    const [postUid] = await createAlmostEnoughPosts(author);
    await createAlmostEnoughPosts(reader);
    await createPosts(author, 1);
    const comment = await createComment(reader, postUid);
    expect(await listBadgeHolders()).toEqual(new Set([author, reader]));
    await hideContent('comments', 'id', comment);
    expect(await listBadgeHolders()).toEqual(new Set([author]));
    await createComment(reader, postUid);
    expect(await listBadgeHolders()).toEqual(new Set([author, reader]));
    await hideContent('posts', 'uid', postUid);
    expect(await listBadgeHolders()).toEqual(new Set());
  });

  it.each([
    ['closed', 'deleted_at = now()'],
    ['suspended', 'suspended_at = now()'],
    ['hidden', 'hidden_at = now()'],
  ])('is of nobody whose account is %s', async (_, columns) => {
    const [gone, there] = await createContributors(2);
    await listBadgeHolders();
    await database.pool.query(`UPDATE users SET ${columns} WHERE uid = $1`, [gone]);
    expect(await listBadgeHolders()).toEqual(new Set([there]));
  });

  it('is written only when it changes', async () => {
    await createContributors(12);
    await listBadgeHolders();
    const readVersions = async () =>
      (await database.pool.query('SELECT uid, xmin::text FROM users ORDER BY uid')).rows;
    const versionsBefore = await readVersions();
    await listBadgeHolders();
    expect(await readVersions()).toEqual(versionsBefore);
  });
});
