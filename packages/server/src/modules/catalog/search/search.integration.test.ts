import { serviceQuery } from '@guilda/contract/services/catalog';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildService, buildUser } from '../../../../test/fixtures/data/builders.ts';
import { offlinePresence } from '../../../../test/fixtures/fakes/fake-presence.ts';
import { quietLog } from '../../../../test/fixtures/server/quiet-log.ts';
import { startTestApp } from '../../../../test/fixtures/server/test-app.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/fixtures/server/test-database.ts';
import { type Actor, visitor } from '../../../platform/actor.ts';
import { createDatabase, type Database } from '../../../platform/database/pool.ts';
import { deleteServicesOf } from '../service-store.ts';
import { findServices } from './list-services.ts';

let clonedDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  clonedDatabase = await createTestDatabase();
  database = createDatabase(clonedDatabase.pooledUrl, { log: quietLog });
});
afterEach(async () => {
  await database.pool.query('TRUNCATE users, title_words, name_words CASCADE');
});
afterAll(async () => {
  await database.close();
  await clonedDatabase.drop();
});

async function readPage(query: Record<string, string>, actor: Actor = visitor) {
  const find = findServices({
    database,
    clock: { now: () => new Date('2026-11-20T12:00:00Z') },
    pictureUrlsFor: () => (address) => address,
    presence: offlinePresence,
  });
  const pageResult = await find(actor, serviceQuery.parse(query));
  if (!pageResult.ok) throw new Error(pageResult.code);
  return pageResult.value;
}

const readTitles = async (query: Record<string, string>) =>
  (await readPage(query)).services.map(({ title }) => title);
const addUser = (columns: Record<string, unknown> = {}) => buildUser(database.pool, columns);
const addService = (seller: string, title: string, columns: Record<string, unknown> = {}) =>
  buildService(database.pool, seller, { title, description: 'Nada.', ...columns });

/** A random typo in a word: a swapped, missing, doubled or wrong letter. */
const typoArbitrary = fc.record({
  kind: fc.constantFrom('swapped', 'missing', 'doubled', 'wrong'),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  letter: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
});
type GeneratedTypo = typeof typoArbitrary extends fc.Arbitrary<infer T> ? T : never;

function insertTypo(word: string, { kind, at, letter }: GeneratedTypo): string {
  const n = Math.floor(at * (kind === 'swapped' ? word.length - 1 : word.length));
  const [before, here, after] = [word.slice(0, n), word[n] ?? '', word.slice(n + 1)];
  if (kind === 'swapped') return before + (after[0] ?? '') + here + after.slice(1);
  if (kind === 'missing') return before + after;
  return before + (kind === 'doubled' ? here + here : letter) + after;
}

describe('a search text with a typo', () => {
  it('finds the intended title, with the typo in any place of any word', async () => {
    const seller = await addUser();
    const words = ['desenho', 'violão', 'aula', 'xadrez', 'estratégia', 'mira', 'música'];
    for (const word of words) await addService(seller, `Hoje ${word} contigo`);
    const misspeltWord = fc.tuple(fc.constantFrom(...words), typoArbitrary);
    const expectFound = async ([word, typo]: [string, GeneratedTypo]) => {
      expect(await readTitles({ q: insertTypo(word, typo) })).toContain(`Hoje ${word} contigo`);
      const titlesByPrice = await readTitles({
        q: `hoje ${insertTypo(word, typo)}`,
        sort: 'price_asc',
      });
      expect(titlesByPrice).toContain(`Hoje ${word} contigo`);
    };
    await fc.assert(fc.asyncProperty(misspeltWord, expectFound), { numRuns: 150 });
  });

  it('answers the correction as the title spells it', async () => {
    const seller = await addUser();
    await addService(seller, 'Aulas de Violão');
    expect((await readPage({ q: 'Aulas de vioalo' })).suggestion).toBe('Aulas de violão');
    expect(await readPage({ q: 'violao' })).not.toHaveProperty('suggestion');
    expect(await readPage({ q: 'qqxxzzyyww' })).toEqual({ services: [], nextCursor: null });
  });

  it('is not corrected by titles that the reader may not see', async () => {
    const adultColumns = { adult: true, category: 'nudez' };
    await addService(await addUser(), 'Bruxaria', adultColumns);
    await addService(await addUser({ privacy: 'private' }), 'Feitiço');
    await addService(await addUser(), 'Poção', { status: 'paused' });
    for (const q of ['bruxarai', 'feitico', 'feitiso', 'pocao', 'posao']) {
      expect(await readPage({ q }), q).toEqual({ services: [], nextCursor: null });
    }
  });

  it('is corrected in a list of one’s own, although a paused title has it', async () => {
    const seller = await addUser();
    await addService(seller, 'Desneho pausado', { status: 'paused' });
    await addService(seller, 'Aula de desenho');
    const commonFields = { role: 'user', sessionId: '', blocks: false, adult: false } as const;
    const page = await readPage(
      { q: 'desneho', seller },
      { kind: 'person', uid: seller, ...commonFields },
    );
    expect(page.services.map(({ title }) => title)).toEqual(['Desneho pausado', 'Aula de desenho']);
  });

  it('is not looked for when a title has every word', async () => {
    await addService(await addUser(), 'Aula de desenho');
    const query = vi.spyOn(database.pool, 'query');
    expect(await readTitles({ q: 'aula desenho' })).toEqual(['Aula de desenho']);
    const askedStatements = query.mock.calls.map(([statement]) => JSON.stringify(statement));
    query.mockRestore();
    expect(askedStatements.filter((statement) => statement.includes('SELECT EXISTS'))).toEqual([]);
  });

  it('forgets the words of deleted titles', async () => {
    const seller = await addUser();
    const misspeltServiceId = await addService(seller, 'Dezenho caprichado');
    await addService(seller, 'Desenho caprichado');
    expect(await readTitles({ q: 'dezenho' })).toEqual(['Dezenho caprichado']);
    await database.pool.query("UPDATE services SET title = 'Retrato' WHERE id = $1", [
      misspeltServiceId,
    ]);
    expect(await readTitles({ q: 'dezenho' })).toEqual(['Desenho caprichado']);
    const { rows } = await database.pool.query('SELECT word FROM title_words ORDER BY word');
    expect(rows.map(({ word }) => word)).toEqual(['caprichado', 'desenho', 'retrato']);
  });

  it('forgets the words of a closed account’s titles at once, and keeps those of others', async () => {
    const [leaving, staying] = [await addUser(), await addUser()];
    for (const title of ['Retrato antigo', 'Retrato caprichado', 'Mapa'])
      await addService(leaving, title);
    await addService(staying, 'Mapa caprichado');
    const readTitleWords = async () =>
      (await database.pool.query('SELECT word FROM title_words ORDER BY word')).rows.map(
        ({ word }) => word,
      );
    await database.pool.query('UPDATE services SET price = 1');
    expect(await readTitleWords()).toEqual(['antigo', 'caprichado', 'mapa', 'retrato']);
    await deleteServicesOf(database.db, leaving);
    expect(await readTitleWords()).toEqual(['caprichado', 'mapa']);
  });

  it('does not correct numbers and words of titles', async () => {
    const seller = await addUser();
    for (const title of ['Parte 12', 'Parte 13', 'Mira fina', 'Vira e mexe'])
      await addService(seller, title);
    expect(await readTitles({ q: 'parte 14' })).toEqual([]);
    expect(await readTitles({ q: 'mira' })).toEqual(['Mira fina']);
  });
});

describe('the order of results', () => {
  it('is exact titles, prefixes and corrections, descriptions; better rated first among equals', async () => {
    const seller = await addUser();
    const columnsOfOneReview = (rank: number) => ({ rank, rating_count: 1 });
    await addService(seller, 'Conversa', { description: 'Sobre mapas.', ...columnsOfOneReview(5) });
    await addService(seller, 'Mapa antigo', columnsOfOneReview(3.5));
    await addService(seller, 'Mapas novos', columnsOfOneReview(4.5));
    await addService(seller, 'Mapão', columnsOfOneReview(5));
    const titlesInOrder = ['Mapas novos', 'Mapa antigo', 'Mapão', 'Conversa'];
    expect(await readTitles({ q: 'mapa' })).toEqual(titlesInOrder);
    const titlesByRating = await readTitles({ q: 'mapa', sort: 'rating' });
    expect(new Set(titlesByRating.slice(0, 2))).toEqual(new Set(['Conversa', 'Mapão']));
  });

  it('handles prefixes, stop words and punctuation', async () => {
    const seller = await addUser();
    await addService(seller, 'Aula de desenho');
    await addService(seller, 'CS:GO em dupla');
    expect(await readTitles({ q: 'aula dese' })).toEqual(['Aula de desenho']);
    expect(await readTitles({ q: 'DE' })).toEqual(['Aula de desenho']);
    expect(await readTitles({ q: 'aula de' })).toEqual(['Aula de desenho']);
    expect(await readTitles({ q: 'cs go' })).toEqual(['CS:GO em dupla']);
    expect(await readTitles({ q: 'cs-go' })).toEqual(['CS:GO em dupla']);
    expect(await readTitles({ q: '!!! …' })).toEqual([]);
  });

  it('finds a match behind many thousand others', async () => {
    const seller = await addUser();
    await database.pool.query(
      `INSERT INTO services (id, seller_id, title, description, price, type, category, photo_url, rank)
       SELECT gen_random_uuid(), $1, 'Aula de xadrez', 'Nada.', n, 'call', 'dota', '/x.svg', 4
       FROM generate_series(1, 2100) n`,
      [seller],
    );
    await addService(seller, 'Violino', { rank: 1, price: 5000 });
    await addService(seller, 'Outra coisa', {
      rank: 1,
      price: 5000,
      description: 'Violino e xadrez.',
    });
    expect(await readTitles({ q: 'violino' })).toEqual(['Violino', 'Outra coisa']);
    expect(await readTitles({ q: 'violino', sort: 'price_asc' })).toHaveLength(2);
    expect(await readTitles({ q: 'violinno', category: 'valorant' })).toEqual(['Violino']);
    const seenIds = new Set<string>();
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await readPage({ q: 'xadrez', limit: '50', ...(cursor ? { cursor } : {}) });
      for (const { id } of page.services) seenIds.add(id);
      cursor = page.nextCursor;
    }
    expect(seenIds.size).toBe(2101);
  });
});

const serviceArbitrary = fc.record({
  title: fc.constantFrom('Desenho', 'Desenhos a dois', 'Dezenho', 'Desfile', 'Outro'),
  description: fc.constantFrom('Nada.', 'Um desenho.', 'Um dezenho.'),
  price: fc.integer({ min: 0, max: 2 }),
  rank: fc.constantFrom(3.5, 4, 4.5),
});

describe('paging a search', () => {
  const readAllWhilePublishing = async (
    query: Record<string, string>,
    seller: string,
    publishedDuring: (typeof serviceArbitrary extends fc.Arbitrary<infer T> ? T : never)[],
  ) => {
    const seenIds: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await readPage(cursor === undefined ? query : { ...query, cursor });
      seenIds.push(...page.services.map(({ id }) => id));
      cursor = page.nextCursor;
      const nextService = publishedDuring.pop();
      if (nextService) await addService(seller, nextService.title, nextService);
    }
    return seenIds;
  };

  it.each(['relevance', 'price_asc'])(
    'by %s continues with the corrections of the first page',
    async (sort) => {
      const seller = await addUser();
      for (let n = 0; n < 3; n += 1) await addService(seller, `Desenho ${n}`);
      // A title that contains the misspelt word is published between the first and the second page.
      const dezenho = { title: 'Dezenho', description: 'Nada.', price: 0, rank: 3.5 } as const;
      const seenIds = await readAllWhilePublishing({ q: 'dezenho', sort, limit: '1' }, seller, [
        dezenho,
      ]);
      expect(new Set(seenIds).size).toBeGreaterThanOrEqual(3);
    },
  );

  it('shows every match once while others are published', async () => {
    const expectEveryMatchOnce = async (
      q: string,
      sort: string,
      limit: number,
      publishedBefore: Parameters<typeof readAllWhilePublishing>[2],
      publishedDuring: Parameters<typeof readAllWhilePublishing>[2],
    ) => {
      await database.pool.query('TRUNCATE users, title_words, name_words CASCADE');
      const seller = await addUser();
      for (const service of publishedBefore) await addService(seller, service.title, service);
      const allIds = (await readPage({ q, sort, limit: '50' })).services.map(({ id }) => id);
      const seenIds = await readAllWhilePublishing(
        { q, sort, limit: String(limit) },
        seller,
        publishedDuring,
      );
      expect(new Set(seenIds).size).toBe(seenIds.length);
      expect(seenIds.filter((id) => allIds.includes(id))).toEqual(allIds);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('desenho', 'dezenho', 'dessenho', 'des', 'um desenho', 'd'),
        fc.constantFrom('relevance', 'price_asc', 'price_desc', 'rating', 'recent'),
        fc.integer({ min: 1, max: 5 }),
        fc.array(serviceArbitrary, { minLength: 1, maxLength: 15 }),
        fc.array(serviceArbitrary, { maxLength: 6 }),
        expectEveryMatchOnce,
      ),
      { numRuns: 60 },
    );
  });
});

describe('GET /api/services?q=', () => {
  it('counts against the search limit, lists without a text do not', async () => {
    const app = await startTestApp({ env: { RATE_LIMIT_FACTOR: '0.05' } });
    try {
      const statusOf = async (query: string) => (await app.fetch(`/api/services?${query}`)).status;
      for (let n = 0; n < 3; n += 1) expect(await statusOf('q=aula')).toBe(200);
      expect(await statusOf('q=aula')).toBe(429);
      expect((await app.fetch('/api/users?q=aula')).status).toBe(429);
      expect(await statusOf('q=')).toBe(200);
      expect(await statusOf('sort=rating')).toBe(200);
    } finally {
      await app.close();
    }
  });
});
