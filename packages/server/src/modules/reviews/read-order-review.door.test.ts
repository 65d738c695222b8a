import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusal } from '../../../test/harness.ts';
import { type ReviewsRig, reviewsRig } from '../../../test/reviews-rig.ts';
import { addServiceRow, addUserRow } from '../../../test/rows.ts';

let rig: ReviewsRig;

beforeAll(async () => {
  rig = await reviewsRig();
});

afterAll(() => rig.close());

const read = (uid: string, params: { serviceId: string; paymentId: string }) =>
  rig.as(uid).reviews.getOrderReview({ params });

test('its people and the team read the review of a purchase', async () => {
  const made = await rig.sale();
  const { review } = await rig.review(made, made.buyer);
  const admin = await addUserRow(rig.pool, { role: 'admin' });
  for (const uid of [made.buyer, made.seller, admin]) {
    expect((await read(uid, made)).review).toEqual(review);
  }
});

test('of two purchases by one buyer each has its own', async () => {
  const made = await rig.sale();
  const other = await rig.another(made);
  await rig.review(made, made.buyer, { title: 'A primeira' });
  await rig.review(other, other.buyer, { title: 'A segunda' });
  expect((await read(made.seller, other)).review.title).toBe('A segunda');
});

test('to a stranger, and under another service, the purchase does not exist', async () => {
  const made = await rig.sale();
  await rig.review(made, made.buyer);
  const stranger = await addUserRow(rig.pool);
  const serviceId = await addServiceRow(rig.pool, made.seller);
  for (const call of [read(stranger, made), read(made.seller, { ...made, serviceId })]) {
    expect(await refusal(call)).toMatchObject({ status: 404, code: 'order_not_found' });
  }
});

test('without a review, or with one that moderation hid, there is none', async () => {
  const made = await rig.sale();
  const none = { status: 404, code: 'review_not_found' };
  expect(await refusal(read(made.seller, made))).toMatchObject(none);
  const { review } = await rig.review(made, made.buyer);
  await rig.pool.query('UPDATE reviews SET hidden_at = now() WHERE id = $1', [review.id]);
  expect(await refusal(read(made.seller, made))).toMatchObject(none);
});
