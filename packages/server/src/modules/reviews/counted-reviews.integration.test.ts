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
  const assignments = names.map((name, index) => `${name} = $${index + 2}`).join(', ');
  return fixture.pool.query(`UPDATE services SET ${assignments} WHERE id = $1`, [
    serviceId,
    ...Object.values(columns),
  ]);
};

const writeReview = async (sale: CompletedSale, rating: number) =>
  (await fixture.review(sale, sale.buyer, { rating, recommend: rating > 2 })).review.id;

const listServiceReviews = ({ serviceId }: CompletedSale) =>
  fixture.visitor.reviews.listReviews({ params: { serviceId }, query: { limit: '50' } });

/** For each review in a list, its rating and the reason why it does not count; newest first. */
const listRatingsAndReasons = async (sale: CompletedSale) =>
  (await listServiceReviews(sale)).reviews.map(({ rating, notCounted }) => [rating, notCounted]);

/** Returns the stored rating of the service; expects the seller's rating and the summary of the list to equal it. */
async function readStoredRatings(
  completedSale: CompletedSale,
): Promise<{ sum: number; count: number }> {
  const service = await fixture.rowOf('services', 'id', completedSale.serviceId);
  const seller = await fixture.rowOf('users', 'uid', completedSale.seller);
  const { summary } = await listServiceReviews(completedSale);
  const storedRatings = { sum: service.rating_sum, count: service.rating_count };
  expect({ sum: seller.rating_sum, count: seller.rating_count }).toEqual(storedRatings);
  expect(summary.count).toBe(storedRatings.count);
  expect(summary.stars.reduce((sum, count, index) => sum + count * (index + 1), 0)).toBe(
    storedRatings.sum,
  );
  return storedRatings;
}

describe('reviews of one buyer', () => {
  it('the newest review of a service counts, and all stay readable', async () => {
    const firstSale = await fixture.buildSale();
    await writeReview(firstSale, 1);
    const repeatedSale = await fixture.buildRepeatedSale(firstSale);
    await writeReview(repeatedSale, 5);
    const otherSale = await fixture.buildAnotherSale(firstSale);
    await writeReview(otherSale, 4);
    expect(await readStoredRatings(firstSale)).toEqual({ sum: 9, count: 2 });
    expect((await listServiceReviews(firstSale)).summary).toEqual({
      average: 4.5,
      count: 2,
      stars: [0, 0, 0, 1, 1],
      recommending: 2,
    });
    expect(await listRatingsAndReasons(firstSale)).toEqual([
      [4, null],
      [5, null],
      [1, 'replaced'],
    ]);
  });

  it('the previous one counts again while moderation hides the newest', async () => {
    const firstSale = await fixture.buildSale();
    await writeReview(firstSale, 2);
    const newestReview = await writeReview(await fixture.buildRepeatedSale(firstSale), 5);
    const hideReview = (reason: string | null) =>
      fixture.database.transaction((tx) => setReviewHidden(tx, newestReview, reason));
    await hideReview('Ofensa');
    expect(await readStoredRatings(firstSale)).toEqual({ sum: 2, count: 1 });
    await hideReview(null);
    expect(await readStoredRatings(firstSale)).toEqual({ sum: 5, count: 1 });
  });

  it('reviews of a closed account keep counting', async () => {
    const firstSale = await fixture.buildSale();
    await writeReview(firstSale, 2);
    await fixture.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [
      firstSale.buyer,
    ]);
    await writeReview(await fixture.buildAnotherSale(firstSale), 4);
    expect(await readStoredRatings(firstSale)).toEqual({ sum: 6, count: 2 });
  });
});

it('a review of an order for adults does not count for a service that everybody sees', async () => {
  const firstSale = await fixture.buildSale();
  await fixture.pool.query('UPDATE payments SET adult = true WHERE service_id = $1', [
    firstSale.serviceId,
  ]);
  await writeReview(firstSale, 5);
  expect(await readStoredRatings(firstSale)).toEqual({ sum: 0, count: 0 });
  const usualSale = await fixture.buildAnotherSale(firstSale);
  await writeReview(usualSale, 3);
  expect(await readStoredRatings(firstSale)).toEqual({ sum: 3, count: 1 });
});

describe('reviews of free orders', () => {
  it('count only while the service is free', async () => {
    const freeSale = await fixture.buildSale({ price: 0 }, { price: 0 });
    await writeReview(freeSale, 5);
    expect(await readStoredRatings(freeSale)).toEqual({ sum: 5, count: 1 });
    await updateService(freeSale.serviceId, { price: 4990 });
    expect(await readStoredRatings(freeSale)).toEqual({ sum: 0, count: 0 });
    const paidSale = await fixture.buildAnotherSale(freeSale);
    await writeReview(paidSale, 3);
    expect(await readStoredRatings(freeSale)).toEqual({ sum: 3, count: 1 });
    expect(await listRatingsAndReasons(freeSale)).toEqual([
      [3, null],
      [5, 'free'],
    ]);
    await updateService(freeSale.serviceId, { price: 2000 });
    expect(await readStoredRatings(freeSale)).toEqual({ sum: 3, count: 1 });
    await updateService(freeSale.serviceId, { price: 0 });
    expect(await readStoredRatings(freeSale)).toEqual({ sum: 8, count: 2 });
  });

  it('do not replace a paid review unless the service is free', async () => {
    const paidSale = await fixture.buildSale();
    await writeReview(paidSale, 1);
    await writeReview(await fixture.buildRepeatedSale(paidSale, { price: 0 }), 5);
    expect(await readStoredRatings(paidSale)).toEqual({ sum: 1, count: 1 });
    await updateService(paidSale.serviceId, { price: 0 });
    expect(await readStoredRatings(paidSale)).toEqual({ sum: 5, count: 1 });
  });
});

describe('a change of', () => {
  it.each([
    ['category', { category: 'drawing' }, { category: 'valorant' }],
    ['type', { type: 'media' }, { type: 'call' }],
  ])('%s starts the average anew, for good', async (_, changes, formerColumns) => {
    const firstSale = await fixture.buildSale();
    const lateSale = await fixture.buildAnotherSale(firstSale);
    await writeReview(firstSale, 5);
    await updateService(firstSale.serviceId, { ...changes, title: 'Outra coisa', price: 9900 });
    expect(await readStoredRatings(firstSale)).toEqual({ sum: 0, count: 0 });
    await writeReview(lateSale, 5);
    expect(await readStoredRatings(firstSale)).toEqual({ sum: 0, count: 0 });
    await updateService(firstSale.serviceId, formerColumns);
    expect(await readStoredRatings(firstSale)).toEqual({ sum: 0, count: 0 });
    await writeReview(await fixture.buildAnotherSale(firstSale), 2);
    expect(await readStoredRatings(firstSale)).toEqual({ sum: 2, count: 1 });
    const { reviews } = await listServiceReviews(firstSale);
    expect(reviews.map(({ notCounted }) => notCounted)).toEqual([null, 'changed', 'changed']);
    expect(reviews.at(-1)?.purchase).toEqual({
      title: 'Aula de Valorant',
      type: 'call',
      category: 'valorant',
      price: '49.90',
    });
  });

  it('anything else changes nothing', async () => {
    const firstSale = await fixture.buildSale();
    await writeReview(firstSale, 4);
    await updateService(firstSale.serviceId, {
      title: 'Nova',
      description: 'Nova',
      price: 1,
      status: 'paused',
    });
    await updateService(firstSale.serviceId, {
      category: 'valorant',
      type: 'call',
      status: 'active',
    });
    expect(await readStoredRatings(firstSale)).toEqual({ sum: 4, count: 1 });
  });
});

describe('the seller’s average', () => {
  it('has what counts of each of their services', async () => {
    const firstSale = await fixture.buildSale();
    await writeReview(firstSale, 5);
    const secondSale = {
      ...firstSale,
      serviceId: await buildService(fixture.pool, firstSale.seller),
    };
    await writeReview(await fixture.buildRepeatedSale(secondSale), 1);
    await writeReview(await fixture.buildRepeatedSale(secondSale), 2);
    const readAverages = async () => {
      const { rating_sum, rating_count } = await fixture.rowOf('users', 'uid', firstSale.seller);
      return [rating_sum, rating_count];
    };
    expect(await readAverages()).toEqual([7, 2]);
    await updateService(firstSale.serviceId, { category: 'osu' });
    expect(await readAverages()).toEqual([2, 1]);
    await updateService(secondSale.serviceId, { deleted_at: new Date() });
    expect(await readAverages()).toEqual([2, 1]);
  });
});

describe('concurrent changes', () => {
  it('of reviews, hiding, price and category keep the averages right', async () => {
    const firstSale = await fixture.buildSale();
    const createdReviews = [await writeReview(firstSale, 3)];
    for (let round = 0; round < 8; round += 1) {
      const sales = await Promise.all([
        fixture.buildAnotherSale(firstSale),
        fixture.buildAnotherSale(firstSale, { price: 0 }),
        fixture.buildRepeatedSale(firstSale),
      ]);
      await Promise.all([
        ...sales.map(async (sale, index) =>
          createdReviews.push(await writeReview(sale, 1 + ((round + index) % 5))),
        ),
        updateService(firstSale.serviceId, { price: round % 2 ? 4990 : 0 }),
        ...(round % 3 === 2
          ? [updateService(firstSale.serviceId, { category: round % 2 ? 'osu' : 'dota' })]
          : []),
        ...createdReviews
          .slice(-2)
          .map((id, index) =>
            fixture.database.transaction((tx) => setReviewHidden(tx, id, index ? 'Spam' : null)),
          ),
      ]);
      await readStoredRatings(firstSale);
      const uncountedReviews = (await listServiceReviews(firstSale)).reviews.filter(
        ({ notCounted }) => notCounted,
      );
      const { summary, reviews } = await listServiceReviews(firstSale);
      expect(reviews.length - uncountedReviews.length).toBe(summary.count);
    }
  });
});
