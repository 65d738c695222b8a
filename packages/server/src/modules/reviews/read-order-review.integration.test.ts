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
  const made = await fixture.buildSale();
  const { review } = await fixture.review(made, made.buyer);
  const admin = await buildUser(fixture.pool, { role: 'admin' });
  for (const uid of [made.buyer, made.seller, admin]) {
    expect((await readReview(uid, made)).review).toEqual(review);
  }
});

test('each of two orders of one buyer has its own review', async () => {
  const made = await fixture.buildSale();
  const other = await fixture.buildAnotherSale(made);
  await fixture.review(made, made.buyer, { title: 'A primeira' });
  await fixture.review(other, other.buyer, { title: 'A segunda' });
  expect((await readReview(made.seller, other)).review.title).toBe('A segunda');
});

test('answers not found to a stranger and under another service', async () => {
  const made = await fixture.buildSale();
  await fixture.review(made, made.buyer);
  const stranger = await buildUser(fixture.pool);
  const serviceId = await buildService(fixture.pool, made.seller);
  for (const call of [
    readReview(stranger, made),
    readReview(made.seller, { ...made, serviceId }),
  ]) {
    expect(await errorOfCall(call)).toMatchObject({ status: 404, code: 'order_not_found' });
  }
});

test('answers not found without a review or with a hidden one', async () => {
  const made = await fixture.buildSale();
  const none = { status: 404, code: 'review_not_found' };
  expect(await errorOfCall(readReview(made.seller, made))).toMatchObject(none);
  const { review } = await fixture.review(made, made.buyer);
  await fixture.pool.query('UPDATE reviews SET hidden_at = now() WHERE id = $1', [review.id]);
  expect(await errorOfCall(readReview(made.seller, made))).toMatchObject(none);
});
