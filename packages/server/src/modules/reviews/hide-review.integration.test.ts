import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../test/fixtures/data/seeded.ts';
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

const hideReview = (id: string, reason: string | null) =>
  fixture.database.transaction((tx) => setReviewHidden(tx, id, reason));

/** Stored ratings of service and seller, and the sum and number of the ratings of the visible reviews. */
async function readRatingSums({ serviceId, seller }: CompletedSale) {
  const { rows } = await fixture.pool.query(
    `SELECT s.rating_sum AS sum, s.rating_count AS count, u.rating_sum AS "sellerSum",
       u.rating_count AS "sellerCount", round(s.rank::numeric, 4)::float8 AS rank,
       (SELECT coalesce(sum(rating), 0)::int FROM reviews
         WHERE service_id = s.id AND hidden_at IS NULL) AS "visibleSum",
       (SELECT count(*)::int FROM reviews WHERE service_id = s.id AND hidden_at IS NULL) AS "visibleCount"
     FROM services s JOIN users u ON u.uid = s.seller_id WHERE s.id = $1 AND u.uid = $2`,
    [serviceId, seller],
  );
  return rows[0];
}

/** Expects stored ratings to match the visible reviews. */
async function expectRatingsMatch(completedSale: CompletedSale): Promise<void> {
  const { visibleSum, visibleCount, sum, count, sellerSum, sellerCount, rank } =
    await readRatingSums(completedSale);
  expect({ sum, count, sellerSum, sellerCount }).toEqual({
    sum: visibleSum,
    count: visibleCount,
    sellerSum: visibleSum,
    sellerCount: visibleCount,
  });
  expect(rank).toBeCloseTo((visibleSum + 17.5) / (visibleCount + 5), 3);
}

describe('a hidden review', () => {
  it('leaves lists and averages, and returns to them when shown again', async () => {
    const sale = await fixture.buildSale();
    const { review } = await fixture.review(sale, sale.buyer, { rating: 1, recommend: false });
    const otherSale = await fixture.buildAnotherSale(sale);
    await fixture.review(otherSale, otherSale.buyer, { rating: 5, recommend: true });
    const params = { serviceId: sale.serviceId };
    const readCounts = async () => {
      const { reviews, summary } = await fixture.visitor.reviews.listReviews({ params, query: {} });
      const { reviews: received } = await fixture.visitor.reviews.listSellerReviews({
        params: { uid: sale.seller },
        query: {},
      });
      return [reviews.length, received.length, summary.average];
    };
    expect(await readCounts()).toEqual([2, 2, 3]);
    expect(await hideReview(review.id, 'Ofensa')).toBe(true);
    expect(await hideReview(review.id, 'Ofensa')).toBe(false);
    // Hiding again with another reason does not change the averages again.
    expect(await hideReview(review.id, 'Spam')).toBe(true);
    expect(await readCounts()).toEqual([1, 1, 5]);
    await expectRatingsMatch(sale);
    expect(await hideReview(review.id, null)).toBe(true);
    expect(await hideReview(review.id, null)).toBe(false);
    expect(await readCounts()).toEqual([2, 2, 3]);
    await expectRatingsMatch(sale);
  });

  it('cannot be written again', async () => {
    const sale = await fixture.buildSale();
    const { review } = await fixture.review(sale, sale.buyer, { rating: 2, recommend: true });
    await hideReview(review.id, 'Ofensa');
    await expect(
      fixture.review(sale, sale.buyer, { rating: 5, recommend: true }),
    ).rejects.toMatchObject({ code: 'already_reviewed' });
  });
});

describe('the averages', () => {
  it.each([1, 2, 3])('match the visible reviews after concurrent changes (%i)', async (seed) => {
    const nextRandom = createSeededRandom(seed);
    const firstSale = await fixture.buildSale();
    const reviewIds: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const performedActions = Array.from({ length: 6 }, async () => {
        const [what, which, rating] = [
          nextRandom(),
          nextRandom(),
          1 + Math.floor(nextRandom() * 5),
        ];
        const id = reviewIds[Math.floor(which * reviewIds.length)];
        if (id === undefined || what < 0.3) {
          const sale = await fixture.buildAnotherSale(firstSale);
          const createdReview = await fixture.review(sale, sale.buyer, { rating, recommend: true });
          reviewIds.push(createdReview.review.id);
        } else await hideReview(id, what < 0.65 ? `Motivo ${Math.floor(which * 2)}` : null);
      });
      await Promise.all(performedActions);
      await expectRatingsMatch(firstSale);
    }
  });
});
