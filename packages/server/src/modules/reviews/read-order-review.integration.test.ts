import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildService, buildUser } from '../../../test/fixtures/data/builders.ts';
import {
  createReviewsFixture,
  type ReviewsFixture,
} from '../../../test/fixtures/modules/reviews-fixture.ts';
import { errorOfCall } from '../../../test/fixtures/server/test-app.ts';

let fixture: ReviewsFixture;

beforeAll(async () => {
  fixture = await createReviewsFixture();
});

afterAll(() => fixture.close());

const readReview = (uid: string, { serviceId, orderId }: { serviceId: string; orderId: string }) =>
  fixture.as(uid).reviews.getOrderReview({ params: { serviceId, paymentId: orderId } });

test('buyer, seller and administrators read the review of an order', async () => {
  const sale = await fixture.buildSale();
  const { review } = await fixture.review(sale, sale.buyer);
  const admin = await buildUser(fixture.pool, { role: 'admin' });
  for (const uid of [sale.buyer, sale.seller, admin]) {
    expect((await readReview(uid, sale)).review).toEqual(review);
  }
});

test('each of two orders of one buyer has its own review', async () => {
  const sale = await fixture.buildSale();
  const otherSale = await fixture.buildAnotherSale(sale);
  await fixture.review(sale, sale.buyer, { title: 'A primeira' });
  await fixture.review(otherSale, otherSale.buyer, { title: 'A segunda' });
  expect((await readReview(sale.seller, otherSale)).review.title).toBe('A segunda');
});

test('answers not found to a stranger and under another service', async () => {
  const sale = await fixture.buildSale();
  await fixture.review(sale, sale.buyer);
  const stranger = await buildUser(fixture.pool);
  const serviceId = await buildService(fixture.pool, sale.seller);
  for (const call of [
    readReview(stranger, sale),
    readReview(sale.seller, { ...sale, serviceId }),
  ]) {
    expect(await errorOfCall(call)).toMatchObject({ status: 404, code: 'order_not_found' });
  }
});

test('answers not found without a review or with a hidden one', async () => {
  const sale = await fixture.buildSale();
  const notFoundRefusal = { status: 404, code: 'review_not_found' };
  expect(await errorOfCall(readReview(sale.seller, sale))).toMatchObject(notFoundRefusal);
  const { review } = await fixture.review(sale, sale.buyer);
  await fixture.pool.query('UPDATE reviews SET hidden_at = now() WHERE id = $1', [review.id]);
  expect(await errorOfCall(readReview(sale.seller, sale))).toMatchObject(notFoundRefusal);
});
