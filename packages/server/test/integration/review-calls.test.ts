import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPaidOrder, buildService } from '../fixtures/data/builders.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../fixtures/server/test-app.ts';

let app: TestApp;
let seller: TestPerson;
let buyer: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  seller = await app.signIn('Vendedora');
  buyer = await app.signIn('Compradora');
});
afterAll(() => app.close());

/** Creates a completed order, with the two requests by which a client reviews it (docs/product/services.md). */
async function createPurchase() {
  const serviceId = await buildService(app.pool, seller.uid);
  const people = { service: serviceId, buyer: buyer.uid, seller: seller.uid };
  const orderId = await buildPaidOrder(app.pool, people, { service_status: 'complete' });
  const ratingsBefore = await readRatings();
  const reviewTexts = { title: 'Boa', description: 'Muito boa', serviceId, userPhotoURL: null };
  return {
    orderId,
    review: (rating: number) =>
      buyer.api.reviews.createReview({
        params: { serviceId, paymentId: orderId },
        body: { ...reviewTexts, rating, recommend: true, username: 'compradora' },
      }),
    rate: (rating: number, person = buyer) =>
      person.api.orders.updatePayment({
        params: { id: orderId },
        body: { reviewed: true, rating },
      }),
    order: async () => (await buyer.api.orders.getPayment({ params: { id: orderId } })).payment,
    /** Review count and rating of the service, new ratings of the seller, and notifications about this order. */
    async readEffects() {
      const { service } = await app.visitor.catalog.getService({ params: { serviceId } });
      const ratings = await readRatings();
      const notifications = await app.pool.query(
        `SELECT receiver_id, sender_id, type, additional_info ->> 'event' AS event
         FROM notifications WHERE additional_info ->> 'paymentId' = $1`,
        [orderId],
      );
      return {
        service: [service.reviewCount, service.rating],
        seller: [ratings.count - ratingsBefore.count, ratings.sum - ratingsBefore.sum],
        notifications: notifications.rows,
      };
    },
  };
}

async function readRatings() {
  const { rows } = await app.pool.query<{ count: number; sum: number }>(
    'SELECT rating_count AS count, rating_sum AS sum FROM users WHERE uid = $1',
    [seller.uid],
  );
  return rows[0] ?? { count: 0, sum: 0 };
}

const expectedAfterOneReview = (rating: number) => ({
  service: [1, rating],
  seller: [1, rating],
  notifications: [
    {
      receiver_id: seller.uid,
      sender_id: buyer.uid,
      type: 'achievement',
      event: 'reviewed',
    },
  ],
});
const unratedState = { service: [0, null], seller: [0, 0], notifications: [] };
const alreadyReviewed = { status: 409, code: 'already_reviewed' };

it('an order is reviewed by the two requests of a client', async () => {
  const purchase = await createPurchase();
  await purchase.review(4);
  const { payment } = await purchase.rate(4);
  expect(payment).toMatchObject({ reviewed: true, rating: 4 });
  expect(await purchase.readEffects()).toEqual(expectedAfterOneReview(4));
});

it('an order has its review already when the second request is lost', async () => {
  const purchase = await createPurchase();
  await purchase.review(3);
  expect(await purchase.order()).toMatchObject({ reviewed: true, rating: 3 });
  expect(await purchase.readEffects()).toEqual(expectedAfterOneReview(3));
});

it('the first request is refused when it is repeated after a lost answer, and the second one succeeds', async () => {
  const purchase = await createPurchase();
  await purchase.review(2);
  expect(await errorOfCall(purchase.review(5))).toMatchObject(alreadyReviewed);
  const { payment } = await purchase.rate(5);
  expect(payment).toMatchObject({ reviewed: true, rating: 2 });
  expect(await purchase.readEffects()).toEqual(expectedAfterOneReview(2));
});

it('the second request has the same result when it is repeated', async () => {
  const purchase = await createPurchase();
  await purchase.review(5);
  const firstAnswer = await purchase.rate(5);
  expect(await purchase.rate(5)).toEqual(firstAnswer);
  expect(await purchase.rate(1)).toEqual(firstAnswer);
  expect(await purchase.readEffects()).toEqual(expectedAfterOneReview(5));
});

it('the second request reviews nothing without the first one', async () => {
  const purchase = await createPurchase();
  const wrongStatusError = { status: 409, code: 'order_wrong_status' };
  expect(await errorOfCall(purchase.rate(5))).toMatchObject(wrongStatusError);
  expect(await purchase.order()).toMatchObject({ reviewed: false, rating: null });
  expect(await purchase.readEffects()).toEqual(unratedState);
  await purchase.review(1);
  expect((await purchase.rate(5)).payment).toMatchObject({ reviewed: true, rating: 1 });
  expect(await purchase.readEffects()).toEqual(expectedAfterOneReview(1));
});

it('the second request is refused to the seller, before and after a review', async () => {
  const purchase = await createPurchase();
  const forbiddenError = { status: 403, code: 'only_buyer_reviews' };
  expect(await errorOfCall(purchase.rate(5, seller))).toMatchObject(forbiddenError);
  await purchase.review(4);
  expect(await errorOfCall(purchase.rate(5, seller))).toMatchObject(forbiddenError);
  expect(await purchase.readEffects()).toEqual(expectedAfterOneReview(4));
});

it('fifty concurrent requests of both kinds make one review', async () => {
  const purchase = await createPurchase();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) => (n % 2 ? purchase.rate(5) : purchase.review(5))),
  );
  const codes = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [String(outcome.reason.code)] : [],
  );
  expect(codes.filter((code) => code === 'already_reviewed')).toHaveLength(24);
  expect(codes.every((code) => /^(already_reviewed|order_wrong_status)$/.test(code))).toBe(true);
  expect(await purchase.order()).toMatchObject({ reviewed: true, rating: 5 });
  expect(await purchase.readEffects()).toEqual(expectedAfterOneReview(5));
});
