import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectWithin } from '../../../test/fixtures/checks/expect-within.ts';
import { buildService, buildUser } from '../../../test/fixtures/data/builders.ts';
import { createFakeChanges } from '../../../test/fixtures/fakes/fake-changes.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import { startTestApp, type TestApp } from '../../../test/fixtures/server/test-app.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { type Actor, visitor } from '../../platform/actor.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import { createSuggest } from './suggest.ts';

let clonedDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  clonedDatabase = await createTestDatabase();
  database = createDatabase(clonedDatabase.pooledUrl, { log: quietLog });
});
afterEach(() => database.pool.query('TRUNCATE users, title_words, name_words CASCADE'));
afterAll(async () => {
  await database.close();
  await clonedDatabase.drop();
});

const createUseCase = (changes = createFakeChanges()) =>
  createSuggest({ database, pictureUrlsFor: () => (address) => address }, changes);

/** Reads suggestions. By default each call creates its own use case, so that calls share no cached results. */
async function readSuggestions(
  searchText: string,
  actor: Actor = visitor,
  suggest = createUseCase(),
) {
  const suggestResult = await suggest(actor, searchText);
  if (!suggestResult.ok) throw new Error(suggestResult.code);
  return suggestResult.value;
}
const suggestTitles = async (q: string, actor?: Actor) =>
  (await readSuggestions(q, actor)).services.map(({ title }) => title);
const suggestUsernames = async (q: string, actor?: Actor) =>
  (await readSuggestions(q, actor)).users.map(({ username }) => username);
const suggestSlugs = async (q: string) =>
  (await readSuggestions(q)).categories.map(({ slug }) => slug);

const readerActor = (
  uid: string,
  overrides: Partial<Extract<Actor, { kind: 'person' }>> = {},
): Actor => ({
  kind: 'person',
  uid,
  role: 'user',
  sessionId: '',
  blocks: false,
  adult: false,
  ...overrides,
});
const addUser = (columns: Record<string, unknown> = {}) => buildUser(database.pool, columns);
const addService = (seller: string, title: string, columns: Record<string, unknown> = {}) =>
  buildService(database.pool, seller, { title, description: 'Nada.', ...columns });
const insertBlock = (blocker: string, blocked: string) =>
  database.pool.query('INSERT INTO user_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [
    blocker,
    blocked,
  ]);

describe('suggestions', () => {
  it.each(['', '   ', '!?', '🎯', "' | !x:*", '@', '\u0301', '%_\\', 'a'.repeat(100)])(
    'for %j are empty',
    async (q) => {
      await addService(await addUser({ username: 'presente' }), 'Mira');
      expect(await readSuggestions(q)).toEqual({ categories: [], services: [], users: [] });
    },
  );

  it('are at most five of each kind', async () => {
    for (let n = 0; n < 7; n += 1)
      await addService(await addUser({ username: `mirella${n}` }), 'Miragem');
    const suggestions = await readSuggestions('mir');
    expect([suggestions.services.length, suggestions.users.length]).toEqual([5, 5]);
    expect(await suggestSlugs('o')).toEqual([
      'league-of-legends',
      'osu',
      'call-of-duty',
      'overwatch',
      'outros',
    ]);
  });
});

describe('suggested categories', () => {
  it.each([
    ['m', ['minecraft', 'music', 'movies']],
    ['MUSI', ['music']],
    ['música', ['music']],
    ['desenho', ['drawing']],
    ['legends ap', ['apex-legends']],
    ['lol', ['league-of-legends']],
    ['cs go', ['csgo']],
    ['echat', ['e-chat']],
    ['valorante', []],
  ])('of %j', async (q, expected) => {
    expect(await suggestSlugs(q)).toEqual(expected);
  });

  it('have name and picture', async () => {
    expect((await readSuggestions('valo')).categories).toEqual([
      { slug: 'valorant', name: '🎯 Valorant', image: '/art/categorias/valorant.svg' },
    ]);
  });
});

describe('suggested services', () => {
  it('begin with the last word, contain the others, and stand by rating', async () => {
    const seller = await addUser();
    const id = await addService(seller, 'Treino de mira', {
      rank: 4,
      price: 4500,
      category: 'valorant',
    });
    await addService(seller, 'Míra fina', { rank: 5 });
    await addService(seller, 'Admirável', { rank: 5 });
    await addService(seller, 'Outra coisa', { description: 'Com mira.' });
    for (const q of ['m', 'mi', 'MIRA'])
      expect(await suggestTitles(q)).toEqual(['Míra fina', 'Treino de mira']);
    expect(await suggestTitles('treino d')).toEqual(['Treino de mira']);
    expect(await suggestTitles('treino m')).toEqual(['Treino de mira']);
    expect(await suggestTitles('mira t')).toEqual(['Treino de mira']);
    expect(await suggestTitles('treino fino')).toEqual([]);
    const [first] = (await readSuggestions('treino')).services;
    expect(first).toEqual({
      id,
      title: 'Treino de mira',
      price: '45.00',
      category: 'valorant',
      photoURL: expect.any(String),
    });
  });

  it('match with a typo only when nothing matches without', async () => {
    const seller = await addUser();
    await addService(seller, 'Aula de desenho');
    expect(await suggestTitles('desneho')).toEqual(['Aula de desenho']);
    expect(await suggestTitles('aula desneho')).toEqual(['Aula de desenho']);
    await addService(seller, 'Desneho mesmo');
    expect(await suggestTitles('desneho')).toEqual(['Desneho mesmo']);
  });

  it('are those that lists show', async () => {
    const seller = await addUser();
    const privateSeller = await addUser({ privacy: 'private' });
    const stranger = await addUser();
    await addService(seller, 'Mira pausada', { status: 'paused' });
    await addService(seller, 'Mira escondida', { hidden_at: new Date() });
    await addService(seller, 'Mira removida', { deleted_at: new Date() });
    await addService(seller, 'Mira adulta', { adult: true, category: 'nudez' });
    await addService(privateSeller, 'Mira reservada');
    await addService(await addUser({ suspended_at: new Date() }), 'Mira suspensa');
    await addService(seller, 'Mira aberta');
    expect(await suggestTitles('mira')).toEqual(['Mira aberta']);
    expect(await suggestTitles('mira', readerActor(stranger))).toEqual(['Mira aberta']);
    expect((await suggestTitles('mira', readerActor(privateSeller))).toSorted()).toEqual([
      'Mira aberta',
      'Mira reservada',
    ]);
    await insertBlock(seller, stranger);
    expect(await suggestTitles('mira', readerActor(stranger, { blocks: true }))).toEqual([]);
    const tomorrow = new Date(Date.now() + 86_400_000);
    await database.pool.query('UPDATE users SET age_verified_until = $2 WHERE uid = $1', [
      seller,
      tomorrow,
    ]);
    const adultTitles = await suggestTitles('mira', readerActor(await addUser(), { adult: true }));
    expect(adultTitles.toSorted()).toEqual(['Mira aberta', 'Mira adulta']);
  });
});

describe('suggested people', () => {
  it('are found by username, its beginning and words of the name, the exact one first', async () => {
    await addUser({ username: 'mariana', completed_sales: 0 });
    await addUser({ username: 'mariana22', completed_sales: 3 });
    await addUser({ username: 'caracol', display_name: 'Ana Mária', completed_sales: 9 });
    await addUser({ username: 'xmariax' });
    expect(await suggestUsernames('m')).toEqual(['caracol', 'mariana22', 'mariana']);
    expect(await suggestUsernames('@Mariana')).toEqual(['mariana', 'mariana22']);
    expect(await suggestUsernames('ana mar')).toEqual(['caracol']);
  });

  it('are listed ones without a block, with name and photo alone', async () => {
    const uid = await addUser({ username: 'zuleica', privacy: 'private', bio: 'segredo' });
    const blocked = await addUser({ username: 'zuleica2' });
    await addUser({ username: 'zuleica3', suspended_at: new Date() });
    await addUser({ username: 'zuleica4', hidden_at: new Date() });
    await addUser({ username: 'zuleica5', deleted_at: new Date() });
    const userUid = await addUser();
    await insertBlock(userUid, blocked);
    const suggestions = await readSuggestions('zuleica', readerActor(userUid, { blocks: true }));
    expect(suggestions.users).toEqual([
      { uid, username: 'zuleica', displayName: 'zuleica', photoURL: null },
    ]);
    expect(await suggestUsernames('zuleica2', readerActor(userUid, { blocks: true }))).toEqual([]);
    expect(await suggestUsernames('zuleica2')).toEqual(['zuleica2']);
  });
});

describe('suggestions of visitors', () => {
  it('are shared until public data changes, and only among visitors', async () => {
    const changes = createFakeChanges();
    const suggest = createUseCase(changes);
    const readTitles = async (actor: Actor) =>
      (await readSuggestions('mira', actor, suggest)).services.map(({ title }) => title);
    const seller = await addUser();
    const id = await addService(seller, 'Mira fina');
    expect(await readTitles(visitor)).toEqual(['Mira fina']);
    await database.pool.query(`UPDATE services SET status = 'paused' WHERE id = $1`, [id]);
    expect(await readTitles(readerActor(await addUser()))).toEqual([]);
    expect(await readTitles(visitor)).toEqual(['Mira fina']);
    changes.tell('guilda_public', `${id} ${seller} lists`);
    expect(await readTitles(visitor)).toEqual([]);
  });
});

describe('GET /api/search/suggestions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it('answers visitors and people, with and without a text', async () => {
    const person = await app.signIn('Mirella');
    const noSuggestions = { categories: [], services: [], users: [] };
    expect(await app.visitor.search.suggest({})).toEqual(noSuggestions);
    expect(await app.visitor.search.suggest({ query: { q: '' } })).toEqual(noSuggestions);
    const { users } = await person.api.search.suggest({ query: { q: 'mirella' } });
    expect(users.map(({ uid }) => uid)).toContain(person.uid);
  });

  it('shows no longer what is paused, hidden or deleted', async () => {
    const seller = await buildUser(app.pool);
    const countServices = async () =>
      (await app.visitor.search.suggest({ query: { q: 'zarabatana' } })).services.length;
    const measureUntil = async (expectedCount: number) => {
      const startedAt = performance.now();
      await expect.poll(countServices, { interval: 20 }).toBe(expectedCount);
      return performance.now() - startedAt;
    };
    for (const change of [`status = 'paused'`, 'hidden_at = now()', 'deleted_at = now()'])
      await expectWithin(5_000, async () => {
        const id = await buildService(app.pool, seller, { title: 'Zarabatana' });
        const shownAfterMs = await measureUntil(1);
        await app.pool.query(`UPDATE services SET ${change} WHERE id = $1`, [id]);
        return Math.max(shownAfterMs, await measureUntil(0));
      });
  });

  it('refuses texts that are too long', async () => {
    const answer = await app.fetch(`/api/search/suggestions?q=${'a'.repeat(101)}`);
    expect(answer.status).toBe(400);
  });
});
