import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildPaidOrder,
  buildReview,
  buildService,
  buildUser,
} from '../../../test/fixtures/data/builders.ts';
import { offlinePresence } from '../../../test/fixtures/fakes/fake-presence.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { type Actor, visitor } from '../../platform/actor.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import { getService } from './reads/get-service.ts';
import { deleteServicesOf, findServiceOffer } from './service-store.ts';

let clonedDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  clonedDatabase = await createTestDatabase();
  database = createDatabase(clonedDatabase.pooledUrl, { log: quietLog });
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
const readService = async (actor: Actor, id: string) => {
  const pictureUrlsFor = () => (photoURL: string) => photoURL;
  const deps = {
    database,
    clock: { now: () => new Date() },
    presence: offlinePresence,
    pictureUrlsFor,
  };
  const serviceResult = await getService(deps)(actor, id);
  return serviceResult.ok ? serviceResult.value.service.status : serviceResult.code;
};

describe('reading one service', () => {
  it.each([
    ['hidden_at', 'active'],
    ['deleted_at', 'service_not_found'],
  ])(
    'with %s is found by nobody but, if it is hidden, its seller',
    async (column, foundBySeller) => {
      const seller = await buildUser(database.pool);
      const id = await buildService(database.pool, seller, { [column]: new Date() });
      expect(await readService(visitor, id)).toBe('service_not_found');
      expect(await readService(personActor(seller), id)).toBe(foundBySeller);
      for (const actor of [visitor, personActor(seller)])
        expect(await findServiceOffer(database.db, actor, id)).toBeNull();
    },
  );

  it('that is paused is for its seller and its buyers', async () => {
    const seller = await buildUser(database.pool);
    const [buyer, unpaid, stranger] = await Promise.all(
      [1, 2, 3].map(() => buildUser(database.pool)),
    );
    const serviceId = await buildService(database.pool, seller, { status: 'paused' });
    await buildPaidOrder(database.pool, { service: serviceId, seller, buyer: buyer ?? '' });
    await buildPaidOrder(
      database.pool,
      { service: serviceId, seller, buyer: unpaid ?? '' },
      { paid_at: null },
    );
    expect(await readService(personActor(seller), serviceId)).toBe('paused');
    expect(await readService(personActor(buyer ?? ''), serviceId)).toBe('paused');
    for (const actor of [visitor, personActor(unpaid ?? ''), personActor(stranger ?? '')]) {
      expect(await readService(actor, serviceId)).toBe('service_not_found');
    }
    const offer = await findServiceOffer(database.db, personActor(stranger ?? ''), serviceId);
    expect(offer).toMatchObject({ status: 'paused' });
  });

  it('for adults is refused to everyone', async () => {
    const seller = await buildUser(database.pool);
    const id = await buildService(database.pool, seller, { adult: true, category: 'nudez' });
    expect(await readService(visitor, id)).toBe('adults_only');
    expect(await readService(personActor(seller), id)).toBe('adults_only');
    expect(await findServiceOffer(database.db, visitor, id)).toMatchObject({ adult: true });
  });

  it('of a private seller is for those they traded with', async () => {
    const seller = await buildUser(database.pool, { privacy: 'private' });
    const buyer = await buildUser(database.pool);
    const serviceId = await buildService(database.pool, seller);
    expect(await readService(personActor(buyer), serviceId)).toBe('service_not_found');
    expect(await findServiceOffer(database.db, personActor(buyer), serviceId)).toBeNull();
    await buildPaidOrder(database.pool, { service: serviceId, seller, buyer });
    expect(await readService(personActor(buyer), serviceId)).toBe('active');
    expect(await readService(personActor(seller), serviceId)).toBe('active');
    expect(await readService(visitor, serviceId)).toBe('service_not_found');
    expect(await findServiceOffer(database.db, personActor(buyer), serviceId)).toEqual({
      id: serviceId,
      sellerId: seller,
      title: 'Aula de Valorant',
      description: expect.any(String),
      archives: [],
      price: 4990,
      type: 'call',
      photoURL: '/art/categorias/valorant.svg',
      adult: false,
      adultByTeam: false,
      status: 'active',
    });
  });

  it('with an unknown id finds nothing', async () => {
    expect(await readService(visitor, randomUUID())).toBe('service_not_found');
    expect(await findServiceOffer(database.db, visitor, randomUUID())).toBeNull();
  });
});

describe('the rating of a service', () => {
  it('ranks one 5 below forty of 4.9, and counts all concurrent reviews', async () => {
    const seller = await buildUser(database.pool);
    const [onceRatedId, oftenRatedId] = await Promise.all(
      [1, 2].map(() => buildService(database.pool, seller)),
    );
    const rate = async (service: string, rating: number) => {
      const buyer = await buildUser(database.pool);
      const orderId = await buildPaidOrder(database.pool, { service, seller, buyer });
      await buildReview(database.pool, { payment: orderId, service, seller }, buyer, { rating });
    };
    await rate(onceRatedId ?? '', 5);
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => rate(oftenRatedId ?? '', n < 4 ? 4 : 5)),
    );
    const { rows } = await database.pool.query(
      'SELECT rating_sum, rating_count, rank FROM services WHERE id = ANY($1) ORDER BY rank',
      [[onceRatedId, oftenRatedId]],
    );
    expect(rows).toEqual([
      { rating_sum: 5, rating_count: 1, rank: 3.75 },
      { rating_sum: 196, rating_count: 40, rank: 4.7444444 },
    ]);
  });
});

describe('the services of a closed account', () => {
  it('are deleted, and their unused pictures are answered', async () => {
    const seller = await buildUser(database.pool);
    const otherUid = await buildUser(database.pool);
    const soldServiceId = await buildService(database.pool, seller, { photo_url: '/sold' });
    const columns = { photo_url: '/unsold', status: 'paused' };
    const unsoldServiceId = await buildService(database.pool, seller, columns);
    await buildService(database.pool, seller, { photo_url: '/gone', deleted_at: new Date(0) });
    const foreignServiceId = await buildService(database.pool, otherUid);
    const parties = { service: soldServiceId, seller, buyer: otherUid };
    await buildPaidOrder(database.pool, parties, { photo_url: '/sold' });
    const deletedServices = await database.transaction((tx) => deleteServicesOf(tx, seller));
    expect(deletedServices).toHaveLength(2);
    expect(deletedServices).toContainEqual({ id: soldServiceId, photoURL: null });
    expect(deletedServices).toContainEqual({ id: unsoldServiceId, photoURL: '/unsold' });
    expect(await readService(visitor, soldServiceId)).toBe('service_not_found');
    expect(await readService(visitor, foreignServiceId)).toBe('active');
    expect(await deleteServicesOf(database.db, seller)).toEqual([]);
  });
});
