import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPaidOrder, buildService } from '../../../../test/fixtures/data/builders.ts';
import { createServicesFixture } from '../../../../test/fixtures/modules/services-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let buyer: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ env: { LOG_LEVEL: 'error' } });
  buyer = await app.signIn('Compradora');
});
afterAll(() => app.close());

let sellerCount = 0;
const createSeller = () => {
  sellerCount += 1;
  return app.signIn(`Vende${sellerCount}`);
};

async function reviewService(seller: TestPerson, serviceId: string, rating: number, price = 4990) {
  const parties = { service: serviceId, buyer: buyer.uid, seller: seller.uid };
  const columns = { service_status: 'complete', price };
  const orderId = await buildPaidOrder(app.pool, parties, columns);
  await buyer.api.reviews.createReview({
    params: { serviceId, paymentId: orderId },
    body: { title: 'Boa', description: 'Gostei.', rating, recommend: true },
  });
}

/** Ratings as visitors see them: service, seller and summary. */
async function ratingsSeenByVisitors(seller: TestPerson, serviceId: string) {
  const params = { serviceId };
  const { service } = await app.visitor.catalog.getService({ params });
  const user = await app.visitor.users.getUser({ params: { buyerId: seller.uid } });
  const { summary } = await app.visitor.reviews.listReviews({ params });
  expect([user.rating, user.reviewCount]).toEqual([service.rating, service.reviewCount]);
  expect([summary.average, summary.count]).toEqual([service.rating, service.reviewCount]);
  return [service.rating, service.reviewCount];
}

const changeService = async (
  person: TestPerson,
  id: string,
  fields: Readonly<Record<string, string>>,
) => expect((await createServicesFixture(app).patch(person, id, fields)).status).toBe(200);

describe('an owner who changes a service', () => {
  it('changes which reviews count with price and category', async () => {
    const seller = await createSeller();
    const id = await buildService(app.pool, seller.uid, { price: 0 });
    await reviewService(seller, id, 5, 0);
    expect(await ratingsSeenByVisitors(seller, id)).toEqual([5, 1]);
    await changeService(seller, id, { price: '10.00' });
    expect(await ratingsSeenByVisitors(seller, id)).toEqual([null, 0]);
    const query = { seller: seller.uid, minRating: '1' };
    expect((await app.visitor.catalog.listServices({ query })).services).toEqual([]);
    await changeService(seller, id, { price: '0' });
    expect(await ratingsSeenByVisitors(seller, id)).toEqual([5, 1]);
    expect((await app.visitor.catalog.listServices({ query })).services).toHaveLength(1);
    await changeService(seller, id, { category: 'osu' });
    expect(await ratingsSeenByVisitors(seller, id)).toEqual([null, 0]);
  });

  it('never deadlocks with concurrent changes', async () => {
    for (let round = 0; round < 8; round += 1) {
      const seller = await createSeller();
      const id = await buildService(app.pool, seller.uid, { price: round % 2 ? 0 : 4990 });
      await reviewService(seller, id, 4);
      const servicesFixture = createServicesFixture(app);
      const answers = await Promise.all([
        servicesFixture.patch(seller, id, { price: round % 2 ? '10' : '0' }),
        servicesFixture.patch(seller, id, { category: 'dota' }),
        seller.fetch('/api/users/delete', { method: 'DELETE' }),
        servicesFixture.buy(buyer, id),
        servicesFixture.patch(seller, id, { price: '20', category: 'osu' }),
      ]);
      for (const { status } of answers) expect(status).toBeLessThan(500);
    }
    // PostgreSQL counts every deadlock that it had to resolve.
    const { rows } = await app.pool.query(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });
});
