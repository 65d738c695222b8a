import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildService } from '../../../test/fixtures/data/builders.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let seller: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  seller = await app.signIn('Beatriz');
});
afterAll(() => app.close());

describe('the list of services', () => {
  it.each([
    'limit=0',
    'limit=51',
    'limit=1e9',
    'limit=-1',
    'limit=1&limit=2',
    'cursor=garbage',
    'cursor=a&cursor=b',
    `cursor=${'a'.repeat(401)}`,
    'category=xadrez',
    'category=dota&category=osu',
    'type=aula',
    'minPrice=NaN',
    'minPrice=-1',
    'maxPrice=1e9',
    'minPrice=1&minPrice=2',
    'minRating=0.5',
    'minRating=6',
    'minRating=4.55',
    'online=talvez',
    'sort=random',
    'seller=a&seller=b',
    'q=a&q=b',
    `q=${'a'.repeat(101)}`,
    'q=%00',
    'seller=%00',
  ])('refuses %s', async (query) => {
    const response = await app.fetch(`/api/services?${query}`);
    expect(response.status).toBe(400);
  });

  it.each(['limit=1e9', 'cursor=garbage', 'sort=random', 'limit=1&limit=2'])(
    'says of %s that the parameter is no good',
    async (query) => {
      const response = await app.fetch(`/api/services?${query}`);
      const message = 'Parâmetro inválido.';
      const path = query.replace(/=.*/, '');
      expect(await response.json()).toMatchObject({ error: message, issues: [{ path, message }] });
    },
  );

  it('treats an empty parameter as missing', async () => {
    const list = async (query: string) => (await app.fetch(`/api/services${query}`)).json();
    const emptyQuery =
      '?category=&type=&q=&minPrice=&maxPrice=&minRating=&online=&seller=&sort=&limit=&cursor=';
    expect(await list(emptyQuery)).toEqual(await list(''));
  });

  it('refuses the category for adults and never lists its services', async () => {
    const id = await buildService(app.pool, seller.uid, { category: 'nudez', adult: true });
    const response = await app.fetch('/api/services?category=nudez');
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'adults_only' });
    const serviceResponse = await app.fetch(`/api/services/${id}`);
    expect(serviceResponse.status).toBe(403);
    for (const path of [`/api/services?seller=${seller.uid}&limit=50`, '/api/services?limit=50']) {
      expect(await (await seller.fetch(path)).text()).not.toContain(id);
    }
  });

  it('pages over HTTP', async () => {
    const person = await app.signIn('Paginada');
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push(await buildService(app.pool, person.uid));
    const seenIds: string[] = [];
    let cursor: string | undefined;
    do {
      const { services, nextCursor } = await app.visitor.catalog.listServices({
        query: { seller: person.uid, limit: '2', ...(cursor ? { cursor } : {}) },
      });
      seenIds.push(...services.map(({ id }) => id));
      cursor = nextCursor ?? undefined;
    } while (cursor);
    expect(seenIds.toSorted()).toEqual(ids.toSorted());
  });

  it('hides the services of a profile that turns private', async () => {
    const person = await app.signIn('Reservada');
    const id = await buildService(app.pool, person.uid);
    await person.api.users.updateMe({ body: { privacy: 'private' } });
    const isListed = async (reader: Pick<TestApp, 'fetch'>) =>
      (await (await reader.fetch(`/api/services?seller=${person.uid}`)).text()).includes(id);
    expect([await isListed(app), await isListed(seller), await isListed(person)]).toEqual([
      false,
      false,
      true,
    ]);
    const statuses = [app, seller, person].map(
      async (reader) => (await reader.fetch(`/api/services/${id}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 200]);
  });
});

describe('one service', () => {
  it.each(['nothing', '%00', '0', '../users', '00000000-0000-0000-0000-000000000000'])(
    'named %j is not found, or the name is refused',
    async (name) => {
      const response = await app.fetch(
        `/api/services/${encodeURIComponent(decodeURIComponent(name))}`,
      );
      expect(response.status).toBe(name === '%00' ? 400 : 404);
      if (name !== '%00') {
        expect(await response.json()).toMatchObject({ error: 'Serviço não encontrado.' });
      }
    },
  );
});

describe('the categories', () => {
  it('are 19, in order, one of them for adults', async () => {
    const { categories } = await app.visitor.catalog.listCategories();
    expect(categories).toHaveLength(19);
    expect(categories.at(-1)).toMatchObject({ slug: 'nudez', name: '🔞 Nudez', adult: true });
  });
});
