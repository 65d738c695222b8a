import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildPaidOrder } from '../../../../test/fixtures/data/builders.ts';
import { createServiceListsFixture } from '../../../../test/fixtures/modules/service-lists-fixture.ts';
import type { Actor } from '../../../platform/actor.ts';

let fixture: Awaited<ReturnType<typeof createServiceListsFixture>>;

beforeAll(async () => {
  fixture = await createServiceListsFixture();
});
afterEach(() => fixture.clear());
afterAll(() => fixture.close());

const personActor = (uid: string): Actor => ({
  kind: 'person',
  uid,
  role: 'user',
  sessionId: '',
  blocks: false,
  adult: false,
});

describe('visibility in lists', () => {
  it('leaves out paused, hidden, deleted services and those for adults', async () => {
    const seller = await fixture.addUser();
    await fixture.addService(seller, 'ativo');
    await fixture.addService(seller, 'pausado', { status: 'paused' });
    await fixture.addService(seller, 'escondido', { hidden_at: new Date() });
    await fixture.addService(seller, 'removido', { deleted_at: new Date() });
    await fixture.addService(seller, 'adulto', { adult: true, category: 'nudez' });
    const stranger = personActor(await fixture.addUser());
    expect(await fixture.readTitles({})).toEqual(['ativo']);
    expect(await fixture.readTitles({}, stranger)).toEqual(['ativo']);
    expect(await fixture.readTitles({ seller }, stranger)).toEqual(['ativo']);
    expect(await fixture.readTitles({ q: 'pausado' })).toEqual([]);
  });

  it('includes paused services in the seller’s own list only', async () => {
    const seller = await fixture.addUser();
    await fixture.addService(seller, 'pausado', { status: 'paused' });
    await fixture.addService(seller, 'escondido', { hidden_at: new Date() });
    await fixture.addService(seller, 'removido', { deleted_at: new Date() });
    await fixture.addService(seller, 'adulto', { adult: true });
    expect(await fixture.readTitles({ seller }, personActor(seller))).toEqual(['pausado']);
    expect(await fixture.readTitles({}, personActor(seller))).toEqual([]);
    expect(await fixture.readTitles({ seller })).toEqual([]);
  });

  it('shows services of a private profile to the seller and people who traded with them', async () => {
    const seller = await fixture.addUser({ privacy: 'private' });
    const buyer = await fixture.addUser();
    const serviceId = await fixture.addService(seller, 'reservado');
    const readLists = async () => [
      await fixture.readTitles({}),
      await fixture.readTitles({}, personActor(buyer)),
      await fixture.readTitles({ seller }, personActor(buyer)),
      await fixture.readTitles({ seller }, personActor(seller)),
    ];
    expect(await readLists()).toEqual([[], [], [], ['reservado']]);
    await buildPaidOrder(
      fixture.database.pool,
      { service: serviceId, buyer, seller },
      { paid_at: null },
    );
    expect(await fixture.readTitles({}, personActor(buyer))).toEqual([]);
    await buildPaidOrder(fixture.database.pool, { service: serviceId, buyer, seller });
    expect(await readLists()).toEqual([[], ['reservado'], ['reservado'], ['reservado']]);
    expect(await fixture.readTitles({}, personActor(await fixture.addUser()))).toEqual([]);
  });

  it.each(['deleted_at', 'suspended_at'])('leaves out sellers with %s', async (column) => {
    await fixture.addService(await fixture.addUser({ [column]: new Date() }), 'de quem se foi');
    expect(await fixture.readTitles({})).toEqual([]);
    expect(await fixture.readTitles({}, personActor(await fixture.addUser()))).toEqual([]);
  });
});

describe('filters', () => {
  it('by category, type, price and seller', async () => {
    const seller = await fixture.addUser();
    const otherSeller = await fixture.addUser();
    await fixture.addService(seller, 'a', { category: 'dota', price: 1000 });
    await fixture.addService(seller, 'b', { category: 'dota', price: 2000, type: 'media' });
    await fixture.addService(otherSeller, 'c', { category: 'music', price: 3000 });
    const findTitles = async (query: Record<string, string>) =>
      (await fixture.readTitles(query)).toSorted();
    expect(await findTitles({ category: 'dota' })).toEqual(['a', 'b']);
    expect(await findTitles({ type: 'media' })).toEqual(['b']);
    expect(await findTitles({ category: 'dota', type: 'call' })).toEqual(['a']);
    expect(await findTitles({ minPrice: '20' })).toEqual(['b', 'c']);
    expect(await findTitles({ maxPrice: '20,00' })).toEqual(['a', 'b']);
    expect(await findTitles({ minPrice: '15', maxPrice: '25.00' })).toEqual(['b']);
    expect(await findTitles({ minPrice: '25', maxPrice: '15' })).toEqual([]);
    expect(await findTitles({ minPrice: '999999999.99' })).toEqual([]);
    expect(await findTitles({ maxPrice: '999999999.99' })).toEqual(['a', 'b', 'c']);
    expect(await findTitles({ seller })).toEqual(['a', 'b']);
    expect(await findTitles({ seller: 'nobody' })).toEqual([]);
  });

  it('by the average as shown', async () => {
    const seller = await fixture.addUser();
    await fixture.addService(seller, '4.4', { rating_sum: 88, rating_count: 20 });
    await fixture.addService(seller, '4.5', { rating_sum: 89, rating_count: 20 });
    await fixture.addService(seller, '5.0', { rating_sum: 5, rating_count: 1 });
    await fixture.addService(seller, 'none');
    const shownRatings = (await fixture.readPage({})).services.map(({ rating }) => rating);
    expect(shownRatings.toSorted()).toEqual([4.4, 4.5, 5, null]);
    expect((await fixture.readTitles({ minRating: '4.5' })).toSorted()).toEqual(['4.5', '5.0']);
    expect(await fixture.readTitles({ minRating: '5' })).toEqual(['5.0']);
    expect(await fixture.readTitles({ minRating: '0' })).toEqual(await fixture.readTitles({}));
    expect((await fixture.readTitles({ minRating: '1' })).toSorted()).toEqual([
      '4.4',
      '4.5',
      '5.0',
    ]);
  });

  it('by sellers who are online', async () => {
    const seller = await fixture.addUser();
    await fixture.addService(seller, 'aqui');
    await fixture.addService(await fixture.addUser(), 'ausente');
    expect(await fixture.readTitles({ online: 'true' })).toEqual([]);
    fixture.setOnline(seller);
    expect(await fixture.readTitles({ online: 'true' })).toEqual(['aqui']);
    expect(await fixture.readTitles({ online: 'false' })).toHaveLength(2);
  });

  it('by text: words without accents and with typos, best match first', async () => {
    const seller = await fixture.addUser();
    await fixture.addService(seller, 'Aula de desenho', { description: 'Lápis e papel.' });
    await fixture.addService(seller, 'Conversa', { description: 'Sobre música e desenhos.' });
    await fixture.addService(seller, 'Outra coisa', { description: 'Nada disso.' });
    expect(await fixture.readTitles({ q: 'desenho' })).toEqual(['Aula de desenho', 'Conversa']);
    expect(await fixture.readTitles({ q: ' MUSICA ' })).toEqual(['Conversa']);
    expect(await fixture.readTitles({ q: 'dessenho' })).toEqual(['Aula de desenho']);
    expect(await fixture.readTitles({ q: '   ' })).toHaveLength(3);
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
    await fixture.addService(await fixture.addUser(), 'Aula');
    expect((await fixture.find({ q })).ok).toBe(true);
  });

  it('refuse the category for adults', async () => {
    expect(await fixture.find({ category: 'nudez' })).toEqual({
      ok: false,
      code: 'adults_only',
    });
  });
});

describe('order', () => {
  it('by time, price and rating', async () => {
    const seller = await fixture.addUser();
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));
    const ratingColumns = (rank: number) => ({ rank, rating_count: 1 });
    await fixture.addService(seller, 'a', { created_at: at(1), price: 300, ...ratingColumns(3.5) });
    await fixture.addService(seller, 'b', { created_at: at(2), price: 100, ...ratingColumns(4.9) });
    await fixture.addService(seller, 'c', { created_at: at(3), price: 200, ...ratingColumns(4.1) });
    expect(await fixture.readTitles({})).toEqual(['c', 'b', 'a']);
    expect(await fixture.readTitles({ sort: 'recent' })).toEqual(['c', 'b', 'a']);
    expect(await fixture.readTitles({ sort: 'price_asc' })).toEqual(['b', 'c', 'a']);
    expect(await fixture.readTitles({ sort: 'price_desc' })).toEqual(['a', 'c', 'b']);
    expect(await fixture.readTitles({ sort: 'rating' })).toEqual(['b', 'c', 'a']);
    expect(await fixture.readTitles({ sort: 'relevance' })).toEqual(['c', 'b', 'a']);
  });

  it('refuses a cursor of another sort', async () => {
    const seller = await fixture.addUser();
    for (const title of ['a', 'b', 'c']) await fixture.addService(seller, title);
    const { nextCursor } = await fixture.readPage({ limit: '1', sort: 'price_asc' });
    const nextPageQuery = { limit: '1', cursor: nextCursor ?? '' };
    expect((await fixture.find({ ...nextPageQuery, sort: 'price_asc' })).ok).toBe(true);
    for (const sort of ['recent', 'price_desc', 'rating', 'relevance']) {
      expect(await fixture.find({ ...nextPageQuery, sort })).toMatchObject({
        code: 'invalid_parameter',
      });
    }
  });
});
