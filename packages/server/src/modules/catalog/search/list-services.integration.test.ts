import { serviceQuery } from '@guilda/contract/catalog';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  buildPaidOrder,
  buildService,
  buildUser,
} from '../../../../test/fixtures/data/builders.ts';
import { offlinePresence } from '../../../../test/fixtures/fakes/fake-presence.ts';
import { quietLog } from '../../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/fixtures/server/test-database.ts';
import { type Actor, visitor } from '../../../platform/actor.ts';
import { createDatabase, type Database } from '../../../platform/database/pool.ts';
import { findServices, type ListServicesDeps } from './list-services.ts';
import { sortCursorRules } from './sort-cursors.ts';
import type { ServiceSort } from './sort-order-columns.ts';

let clonedDatabase: TestDatabase;
let database: Database;
let onlineUidList: readonly string[] = [];

beforeAll(async () => {
  clonedDatabase = await createTestDatabase();
  database = createDatabase(clonedDatabase.pooledUrl, { log: quietLog });
});
afterEach(async () => {
  onlineUidList = [];
  await database.pool.query('TRUNCATE users CASCADE');
});
afterAll(async () => {
  await database.close();
  await clonedDatabase.drop();
});

const personActor = (uid: string): Actor => ({
  kind: 'person',
  uid,
  role: 'user',
  sessionId: '',
  blocks: false,
  adult: false,
});

function findServicesFor(query: Record<string, string>, actor: Actor = visitor) {
  const deps: ListServicesDeps = {
    database,
    clock: { now: () => new Date('2026-11-20T12:00:00Z') },
    pictureUrlsFor: () => (photoURL, adult) => (adult ? null : photoURL),
    presence: { ...offlinePresence, onlineUids: () => onlineUidList },
  };
  return findServices(deps)(actor, serviceQuery.parse(query));
}

async function readPage(query: Record<string, string>, actor: Actor = visitor) {
  const found = await findServicesFor(query, actor);
  if (!found.ok) throw new Error(found.code);
  return found.value;
}

async function readTitles(
  query: Record<string, string>,
  actor: Actor = visitor,
): Promise<string[]> {
  return (await readPage(query, actor)).services.map(({ title }) => title);
}

const addService = (seller: string, title: string, columns: Record<string, unknown> = {}) =>
  buildService(database.pool, seller, { title, ...columns });
const addUser = (columns: Record<string, unknown> = {}) => buildUser(database.pool, columns);

describe('visibility in lists', () => {
  it('leaves out paused, hidden, deleted services and those for adults', async () => {
    const seller = await addUser();
    await addService(seller, 'ativo');
    await addService(seller, 'pausado', { status: 'paused' });
    await addService(seller, 'escondido', { hidden_at: new Date() });
    await addService(seller, 'removido', { deleted_at: new Date() });
    await addService(seller, 'adulto', { adult: true, category: 'nudez' });
    const stranger = personActor(await addUser());
    expect(await readTitles({})).toEqual(['ativo']);
    expect(await readTitles({}, stranger)).toEqual(['ativo']);
    expect(await readTitles({ seller }, stranger)).toEqual(['ativo']);
    expect(await readTitles({ q: 'pausado' })).toEqual([]);
  });

  it('includes paused services in the seller’s own list only', async () => {
    const seller = await addUser();
    await addService(seller, 'pausado', { status: 'paused' });
    await addService(seller, 'escondido', { hidden_at: new Date() });
    await addService(seller, 'removido', { deleted_at: new Date() });
    await addService(seller, 'adulto', { adult: true });
    expect(await readTitles({ seller }, personActor(seller))).toEqual(['pausado']);
    expect(await readTitles({}, personActor(seller))).toEqual([]);
    expect(await readTitles({ seller })).toEqual([]);
  });

  it('shows services of a private profile to the seller and people who traded with them', async () => {
    const seller = await addUser({ privacy: 'private' });
    const buyer = await addUser();
    const service = await addService(seller, 'reservado');
    const lists = async () => [
      await readTitles({}),
      await readTitles({}, personActor(buyer)),
      await readTitles({ seller }, personActor(buyer)),
      await readTitles({ seller }, personActor(seller)),
    ];
    expect(await lists()).toEqual([[], [], [], ['reservado']]);
    await buildPaidOrder(database.pool, { service, buyer, seller }, { paid_at: null });
    expect(await readTitles({}, personActor(buyer))).toEqual([]);
    await buildPaidOrder(database.pool, { service, buyer, seller });
    expect(await lists()).toEqual([[], ['reservado'], ['reservado'], ['reservado']]);
    expect(await readTitles({}, personActor(await addUser()))).toEqual([]);
  });

  it.each(['deleted_at', 'suspended_at'])('leaves out sellers with %s', async (column) => {
    await addService(await addUser({ [column]: new Date() }), 'de quem se foi');
    expect(await readTitles({})).toEqual([]);
    expect(await readTitles({}, personActor(await addUser()))).toEqual([]);
  });
});

describe('filters', () => {
  it('by category, type, price and seller', async () => {
    const seller = await addUser();
    const other = await addUser();
    await addService(seller, 'a', { category: 'dota', price: 1000 });
    await addService(seller, 'b', { category: 'dota', price: 2000, type: 'media' });
    await addService(other, 'c', { category: 'music', price: 3000 });
    const by = async (query: Record<string, string>) => (await readTitles(query)).toSorted();
    expect(await by({ category: 'dota' })).toEqual(['a', 'b']);
    expect(await by({ type: 'media' })).toEqual(['b']);
    expect(await by({ category: 'dota', type: 'call' })).toEqual(['a']);
    expect(await by({ minPrice: '20' })).toEqual(['b', 'c']);
    expect(await by({ maxPrice: '20,00' })).toEqual(['a', 'b']);
    expect(await by({ minPrice: '15', maxPrice: '25.00' })).toEqual(['b']);
    expect(await by({ minPrice: '25', maxPrice: '15' })).toEqual([]);
    expect(await by({ minPrice: '999999999.99' })).toEqual([]);
    expect(await by({ maxPrice: '999999999.99' })).toEqual(['a', 'b', 'c']);
    expect(await by({ seller })).toEqual(['a', 'b']);
    expect(await by({ seller: 'nobody' })).toEqual([]);
  });

  it('by the average as shown', async () => {
    const seller = await addUser();
    await addService(seller, '4.4', { rating_sum: 88, rating_count: 20 });
    await addService(seller, '4.5', { rating_sum: 89, rating_count: 20 });
    await addService(seller, '5.0', { rating_sum: 5, rating_count: 1 });
    await addService(seller, 'none');
    const shown = (await readPage({})).services.map(({ rating }) => rating);
    expect(shown.toSorted()).toEqual([4.4, 4.5, 5, null]);
    expect((await readTitles({ minRating: '4.5' })).toSorted()).toEqual(['4.5', '5.0']);
    expect(await readTitles({ minRating: '5' })).toEqual(['5.0']);
    expect((await readTitles({ minRating: '1' })).toSorted()).toEqual(['4.4', '4.5', '5.0']);
  });

  it('by sellers who are online', async () => {
    const seller = await addUser();
    await addService(seller, 'aqui');
    await addService(await addUser(), 'ausente');
    expect(await readTitles({ online: 'true' })).toEqual([]);
    onlineUidList = [seller];
    expect(await readTitles({ online: 'true' })).toEqual(['aqui']);
    expect(await readTitles({ online: 'false' })).toHaveLength(2);
  });

  it('by text: words without accents and with typos, best match first', async () => {
    const seller = await addUser();
    await addService(seller, 'Aula de desenho', { description: 'Lápis e papel.' });
    await addService(seller, 'Conversa', { description: 'Sobre música e desenhos.' });
    await addService(seller, 'Outra coisa', { description: 'Nada disso.' });
    expect(await readTitles({ q: 'desenho' })).toEqual(['Aula de desenho', 'Conversa']);
    expect(await readTitles({ q: ' MUSICA ' })).toEqual(['Conversa']);
    expect(await readTitles({ q: 'dessenho' })).toEqual(['Aula de desenho']);
    expect(await readTitles({ q: '   ' })).toHaveLength(3);
  });

  it.each([
    '"',
    '" OR 1=1 --',
    "' & | ! ( ) : * < -> >",
    '-',
    'de',
    '%_\\',
    '🎯🎯🎯',
    '\u202e',
    'a'.repeat(100),
    '-"a" or or -or',
    ':*',
  ])('takes the text %j for what it is', async (q) => {
    await addService(await addUser(), 'Aula');
    expect((await findServicesFor({ q })).ok).toBe(true);
  });

  it('refuse the category for adults', async () => {
    expect(await findServicesFor({ category: 'nudez' })).toEqual({
      ok: false,
      code: 'adults_only',
    });
  });
});

describe('order', () => {
  it('by time, price and rating', async () => {
    const seller = await addUser();
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));
    const rated = (rank: number) => ({ rank, rating_count: 1 });
    await addService(seller, 'a', { created_at: at(1), price: 300, ...rated(3.5) });
    await addService(seller, 'b', { created_at: at(2), price: 100, ...rated(4.9) });
    await addService(seller, 'c', { created_at: at(3), price: 200, ...rated(4.1) });
    expect(await readTitles({})).toEqual(['c', 'b', 'a']);
    expect(await readTitles({ sort: 'recent' })).toEqual(['c', 'b', 'a']);
    expect(await readTitles({ sort: 'price_asc' })).toEqual(['b', 'c', 'a']);
    expect(await readTitles({ sort: 'price_desc' })).toEqual(['a', 'c', 'b']);
    expect(await readTitles({ sort: 'rating' })).toEqual(['b', 'c', 'a']);
    expect(await readTitles({ sort: 'relevance' })).toEqual(['c', 'b', 'a']);
  });

  it('refuses a cursor of another sort', async () => {
    const seller = await addUser();
    for (const title of ['a', 'b', 'c']) await addService(seller, title);
    const { nextCursor } = await readPage({ limit: '1', sort: 'price_asc' });
    const again = { limit: '1', cursor: nextCursor ?? '' };
    expect((await findServicesFor({ ...again, sort: 'price_asc' })).ok).toBe(true);
    for (const sort of ['recent', 'price_desc', 'rating', 'relevance']) {
      expect(await findServicesFor({ ...again, sort })).toMatchObject({
        code: 'invalid_parameter',
      });
    }
  });
});

/** Few distinct values are used, so that several rows share most sort keys. */
const serviceArbitrary = fc.record({
  minute: fc.integer({ min: 0, max: 2 }),
  price: fc.integer({ min: 0, max: 2 }),
  reviews: fc.integer({ min: 0, max: 3 }),
  stars: fc.integer({ min: 1, max: 5 }),
  title: fc.constantFrom('Aula', 'Aula de mira', 'Mira e aula de mapa'),
});
type GeneratedService = (typeof serviceArbitrary extends fc.Arbitrary<infer T> ? T : never) & {
  title: string;
};

const addRow = (seller: string, { minute, price, reviews, stars, title }: GeneratedService) =>
  addService(seller, title, {
    created_at: new Date(Date.UTC(2026, 10, 20, 12, minute)),
    price,
    rating_sum: reviews * stars,
    rating_count: reviews,
    rank: Math.fround((reviews * stars + 17.5) / (reviews + 5)),
  });

describe('paging', () => {
  it('shows every service once, while others are published', async () => {
    const walk = async (
      sort: ServiceSort,
      limit: number,
      before: GeneratedService[],
      during: GeneratedService[],
    ) => {
      await database.pool.query('TRUNCATE users CASCADE');
      const seller = await addUser();
      const there = await Promise.all(before.map((each) => addRow(seller, each)));
      const seen: string[] = [];
      const query = { sort, limit: String(limit), q: sort === 'relevance' ? 'aula' : '' };
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const read = await readPage(cursor === undefined ? query : { ...query, cursor });
        seen.push(...read.services.map(({ id }) => id));
        if (read.nextCursor !== null) expect(read.services).toHaveLength(limit);
        cursor = read.nextCursor;
        const next = during.pop();
        if (next) await addRow(seller, next);
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(there.filter((id) => !seen.includes(id))).toEqual([]);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(sortCursorRules) as ServiceSort[])),
        fc.integer({ min: 1, max: 7 }),
        fc.array(serviceArbitrary, { minLength: 1, maxLength: 25 }),
        fc.array(serviceArbitrary, { maxLength: 6 }),
        walk,
      ),
      { numRuns: 40 },
    );
  });

  it('reads pages of up to 50', async () => {
    const seller = await addUser();
    for (let n = 0; n < 52; n += 1) await addService(seller, `s${n}`);
    for (const limit of [19, 20, 21, 49, 50]) {
      const { services, nextCursor } = await readPage({ limit: String(limit) });
      expect(services).toHaveLength(limit);
      expect(nextCursor).not.toBeNull();
    }
  });
});
