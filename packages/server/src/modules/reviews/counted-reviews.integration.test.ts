import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildService } from '../../../test/fixtures/data/builders.ts';
import {
  type CompletedSale,
  createReviewsFixture,
  type ReviewsFixture,
} from '../../../test/fixtures/modules/reviews-fixture.ts';
import { setReviewHidden } from './review-store.ts';

let fixture: ReviewsFixture;
beforeAll(async () => {
  fixture = await createReviewsFixture();
});
afterAll(() => fixture.close());

const updateService = (serviceId: string, columns: Record<string, unknown>) => {
  const names = Object.keys(columns);
  const set = names.map((name, at) => `${name} = $${at + 2}`).join(', ');
  return fixture.pool.query(`UPDATE services SET ${set} WHERE id = $1`, [
    serviceId,
    ...Object.values(columns),
  ]);
};

const writeReview = async (sold: CompletedSale, rating: number) =>
  (await fixture.review(sold, sold.buyer, { rating, recommend: rating > 2 })).review.id;

const listServiceReviews = ({ serviceId }: CompletedSale) =>
  fixture.visitor.reviews.listReviews({ params: { serviceId }, query: { limit: '50' } });

/** For each review in a list, its rating and the reason why it does not count; newest first. */
const countingOf = async (sold: CompletedSale) =>
  (await listServiceReviews(sold)).reviews.map(({ rating, notCounted }) => [rating, notCounted]);

/** Ratings of service and seller, which the summary must equal. */
async function readStoredRatings(
  completedSale: CompletedSale,
): Promise<{ sum: number; count: number }> {
  const service = await fixture.rowOf('services', 'id', completedSale.serviceId);
  const seller = await fixture.rowOf('users', 'uid', completedSale.seller);
  const { summary } = await listServiceReviews(completedSale);
  const counted = { sum: service.rating_sum, count: service.rating_count };
  expect({ sum: seller.rating_sum, count: seller.rating_count }).toEqual(counted);
  expect(summary.count).toBe(counted.count);
  expect(summary.stars.reduce((sum, count, at) => sum + count * (at + 1), 0)).toBe(counted.sum);
  return counted;
}

describe('reviews of one buyer', () => {
  it('the newest review of a service counts, and all stay readable', async () => {
    const first = await fixture.buildSale();
    await writeReview(first, 1);
    const again = await fixture.buildRepeatedSale(first);
    await writeReview(again, 5);
    const other = await fixture.buildAnotherSale(first);
    await writeReview(other, 4);
    expect(await readStoredRatings(first)).toEqual({ sum: 9, count: 2 });
    expect((await listServiceReviews(first)).summary).toEqual({
      average: 4.5,
      count: 2,
      stars: [0, 0, 0, 1, 1],
      recommending: 2,
    });
    expect(await countingOf(first)).toEqual([
      [4, null],
      [5, null],
      [1, 'replaced'],
    ]);
  });

  it('the previous one counts again while moderation hides the newest', async () => {
    const first = await fixture.buildSale();
    await writeReview(first, 2);
    const newest = await writeReview(await fixture.buildRepeatedSale(first), 5);
    const hide = (reason: string | null) =>
      fixture.database.transaction((tx) => setReviewHidden(tx, newest, reason));
    await hide('Ofensa');
    expect(await readStoredRatings(first)).toEqual({ sum: 2, count: 1 });
    await hide(null);
    expect(await readStoredRatings(first)).toEqual({ sum: 5, count: 1 });
  });

  it('reviews of a closed account keep counting', async () => {
    const first = await fixture.buildSale();
    await writeReview(first, 2);
    await fixture.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [first.buyer]);
    await writeReview(await fixture.buildAnotherSale(first), 4);
    expect(await readStoredRatings(first)).toEqual({ sum: 6, count: 2 });
  });
});

it('a review of an order for adults does not count for a service that everybody sees', async () => {
  const sold = await fixture.buildSale();
  await fixture.pool.query('UPDATE payments SET adult = true WHERE service_id = $1', [
    sold.serviceId,
  ]);
  await writeReview(sold, 5);
  expect(await readStoredRatings(sold)).toEqual({ sum: 0, count: 0 });
  const usual = await fixture.buildAnotherSale(sold);
  await writeReview(usual, 3);
  expect(await readStoredRatings(sold)).toEqual({ sum: 3, count: 1 });
});

describe('reviews of free orders', () => {
  it('count only while the service is free', async () => {
    const free = await fixture.buildSale({ price: 0 }, { price: 0 });
    await writeReview(free, 5);
    expect(await readStoredRatings(free)).toEqual({ sum: 5, count: 1 });
    await updateService(free.serviceId, { price: 4990 });
    expect(await readStoredRatings(free)).toEqual({ sum: 0, count: 0 });
    const paid = await fixture.buildAnotherSale(free);
    await writeReview(paid, 3);
    expect(await readStoredRatings(free)).toEqual({ sum: 3, count: 1 });
    expect(await countingOf(free)).toEqual([
      [3, null],
      [5, 'free'],
    ]);
    await updateService(free.serviceId, { price: 2000 });
    expect(await readStoredRatings(free)).toEqual({ sum: 3, count: 1 });
    await updateService(free.serviceId, { price: 0 });
    expect(await readStoredRatings(free)).toEqual({ sum: 8, count: 2 });
  });

  it('do not replace a paid review unless the service is free', async () => {
    const paid = await fixture.buildSale();
    await writeReview(paid, 1);
    await writeReview(await fixture.buildRepeatedSale(paid, { price: 0 }), 5);
    expect(await readStoredRatings(paid)).toEqual({ sum: 1, count: 1 });
    await updateService(paid.serviceId, { price: 0 });
    expect(await readStoredRatings(paid)).toEqual({ sum: 5, count: 1 });
  });
});

describe('a change of', () => {
  it.each([
    ['category', { category: 'drawing' }, { category: 'valorant' }],
    ['type', { type: 'media' }, { type: 'call' }],
  ])('%s starts the average anew, for good', async (_, away, back) => {
    const before = await fixture.buildSale();
    const late = await fixture.buildAnotherSale(before);
    await writeReview(before, 5);
    await updateService(before.serviceId, { ...away, title: 'Outra coisa', price: 9900 });
    expect(await readStoredRatings(before)).toEqual({ sum: 0, count: 0 });
    await writeReview(late, 5);
    expect(await readStoredRatings(before)).toEqual({ sum: 0, count: 0 });
    await updateService(before.serviceId, back);
    expect(await readStoredRatings(before)).toEqual({ sum: 0, count: 0 });
    await writeReview(await fixture.buildAnotherSale(before), 2);
    expect(await readStoredRatings(before)).toEqual({ sum: 2, count: 1 });
    const { reviews } = await listServiceReviews(before);
    expect(reviews.map(({ notCounted }) => notCounted)).toEqual([null, 'changed', 'changed']);
    expect(reviews.at(-1)?.purchase).toEqual({
      title: 'Aula de Valorant',
      type: 'call',
      category: 'valorant',
      price: '49.90',
    });
  });

  it('anything else changes nothing', async () => {
    const sold = await fixture.buildSale();
    await writeReview(sold, 4);
    await updateService(sold.serviceId, {
      title: 'Nova',
      description: 'Nova',
      price: 1,
      status: 'paused',
    });
    await updateService(sold.serviceId, { category: 'valorant', type: 'call', status: 'active' });
    expect(await readStoredRatings(sold)).toEqual({ sum: 4, count: 1 });
  });
});

describe('the seller’s average', () => {
  it('has what counts of each of their services', async () => {
    const one = await fixture.buildSale();
    await writeReview(one, 5);
    const two = { ...one, serviceId: await buildService(fixture.pool, one.seller) };
    await writeReview(await fixture.buildRepeatedSale(two), 1);
    await writeReview(await fixture.buildRepeatedSale(two), 2);
    const standing = async () => {
      const { rating_sum, rating_count } = await fixture.rowOf('users', 'uid', one.seller);
      return [rating_sum, rating_count];
    };
    expect(await standing()).toEqual([7, 2]);
    await updateService(one.serviceId, { category: 'osu' });
    expect(await standing()).toEqual([2, 1]);
    await updateService(two.serviceId, { deleted_at: new Date() });
    expect(await standing()).toEqual([2, 1]);
  });
});

describe('concurrent changes', () => {
  it('of reviews, hiding, price and category keep the averages right', async () => {
    const first = await fixture.buildSale();
    const known = [await writeReview(first, 3)];
    for (let round = 0; round < 8; round += 1) {
      const sales = await Promise.all([
        fixture.buildAnotherSale(first),
        fixture.buildAnotherSale(first, { price: 0 }),
        fixture.buildRepeatedSale(first),
      ]);
      await Promise.all([
        ...sales.map(async (sold, at) =>
          known.push(await writeReview(sold, 1 + ((round + at) % 5))),
        ),
        updateService(first.serviceId, { price: round % 2 ? 4990 : 0 }),
        ...(round % 3 === 2
          ? [updateService(first.serviceId, { category: round % 2 ? 'osu' : 'dota' })]
          : []),
        ...known
          .slice(-2)
          .map((id, at) =>
            fixture.database.transaction((tx) => setReviewHidden(tx, id, at ? 'Spam' : null)),
          ),
      ]);
      await readStoredRatings(first);
      const uncounted = (await listServiceReviews(first)).reviews.filter(
        ({ notCounted }) => notCounted,
      );
      const { summary, reviews } = await listServiceReviews(first);
      expect(reviews.length - uncounted.length).toBe(summary.count);
    }
  });
});
