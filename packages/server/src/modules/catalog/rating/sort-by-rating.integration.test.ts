import { serviceQuery } from '@guilda/contract/services/catalog';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildService, buildUser } from '../../../../test/fixtures/data/builders.ts';
import { fillServices } from '../../../../test/fixtures/data/fill-services.ts';
import { offlinePresence } from '../../../../test/fixtures/fakes/fake-presence.ts';
import { quietLog } from '../../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/fixtures/server/test-database.ts';
import { visitor } from '../../../platform/actor.ts';
import { createDatabase, type Database } from '../../../platform/database/pool.ts';
import { findServices } from '../search/list-services.ts';

let clonedDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  clonedDatabase = await createTestDatabase();
  database = createDatabase(clonedDatabase.pooledUrl, { log: quietLog });
});
beforeEach(() => database.pool.query('TRUNCATE users CASCADE'));
afterAll(async () => {
  await database.close();
  await clonedDatabase.drop();
});

async function readPage(query: Record<string, string>, pool: Pick<Database, 'pool'>['pool']) {
  const deps = {
    database: { pool },
    clock: { now: () => new Date('2026-11-20T12:00:00Z') },
    pictureUrlsFor: () => (photoURL: string) => photoURL,
    presence: { ...offlinePresence, onlineUids: () => [] },
  };
  const parsedQuery = serviceQuery.parse({ sort: 'rating', ...query });
  const pageResult = await findServices(deps)(visitor, parsedQuery);
  if (!pageResult.ok) throw new Error(pageResult.code);
  return pageResult.value;
}

async function readAllPages(query: Record<string, string>) {
  const foundServices: Awaited<ReturnType<typeof readPage>>['services'] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await readPage({ ...query, ...(cursor ? { cursor } : {}) }, database.pool);
    foundServices.push(...page.services);
    cursor = page.nextCursor;
  }
  return foundServices;
}

describe('services by rating', () => {
  const ratingColumns = (stars: number) => ({
    rating_sum: stars,
    rating_count: 1,
    rank: Math.fround((stars + 17.5) / 6),
  });

  it('begin with rated ones and end with the newest unrated ones', async () => {
    const seller = await buildUser(database.pool);
    const createdAtMinute = (minute: number) => ({
      created_at: new Date(Date.UTC(2026, 10, 20, 12, minute)),
    });
    for (const [title, columns] of [
      ['none, old', createdAtMinute(1)],
      ['three stars', ratingColumns(3)],
      ['none, new', createdAtMinute(3)],
      ['five stars', ratingColumns(5)],
      ['one star', ratingColumns(1)],
      ['none', createdAtMinute(2)],
    ] as const)
      await buildService(database.pool, seller, { title, ...columns });
    const stars = ['five stars', 'three stars', 'one star'];
    const allTitles = [...stars, 'none, new', 'none', 'none, old'];
    const readTitles = async (query: Record<string, string>) =>
      (await readAllPages(query)).map(({ title }) => title);
    for (const limit of ['1', '2', '5', '50'])
      expect(await readTitles({ limit })).toEqual(allTitles);
    expect(await readTitles({ category: 'valorant', limit: '2' })).toEqual(allTitles);
    expect(await readTitles({ minRating: '3' })).toEqual(stars.slice(0, 2));
  });

  it('are paged each once through many equal ones', async () => {
    const seller = await buildUser(database.pool);
    await database.pool.query(
      `INSERT INTO services (id, seller_id, title, description, price, type, category, photo_url,
         rating_sum, rating_count, rank, created_at)
       SELECT gen_random_uuid(), $1, 'Aula', 'Aula', 100, 'call', 'dota', '', n % 3 * 4, n % 3,
         (n % 3 * 4 + 17.5) / (n % 3 + 5), timestamptz '2026-11-20' + n % 5 * interval '1 microsecond'
       FROM generate_series(1, 60) n`,
      [seller],
    );
    for (const limit of ['1', '7', '20']) {
      const listedServices = await readAllPages({ limit });
      expect(new Set(listedServices.map(({ id }) => id)).size).toBe(60);
      const counts = listedServices.map(({ reviewCount }) => reviewCount);
      expect(counts.lastIndexOf(2)).toBeLessThan(counts.indexOf(1));
      expect(counts.lastIndexOf(1)).toBeLessThan(counts.indexOf(0));
    }
  });
});

describe('the plan of a page by rating', () => {
  /** The execution plan of a page. */
  async function planOf(query: Record<string, string>): Promise<string> {
    const statements: { text: string; values: unknown[] }[] = [];
    const recordAndQuery = (statement: { text: string; values: unknown[] }) => {
      statements.push(statement);
      return database.pool.query(statement);
    };
    await readPage(query, { query: recordAndQuery } as never);
    const { text = '', values = [] } = statements[0] ?? {};
    const { rows } = await database.pool.query(`EXPLAIN (COSTS OFF) ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  it('uses its index at any position, without sorting', async () => {
    await fillServices(database.pool, 4_000);
    for (const filter of [{}, { category: 'dota' }]) {
      const index = 'category' in filter ? 'services_by_category_rating' : 'services_by_rating';
      const firstPage = await readPage({ ...filter, limit: '50' }, database.pool);
      for (const query of [filter, { ...filter, cursor: firstPage.nextCursor ?? '' }]) {
        const plan = await planOf(query);
        expect(plan).toContain(`Index Scan using ${index}`);
        expect(plan).not.toContain('Sort');
        if ('cursor' in query) expect(plan).toMatch(/Index Cond: .*ROW\(CASE/);
      }
    }
  });
});
