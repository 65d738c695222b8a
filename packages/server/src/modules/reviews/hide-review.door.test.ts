import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReviewsRig, reviewsRig, type Sold } from '../../../test/reviews-rig.ts';
import { setReviewHidden } from './hide-review.ts';

let rig: ReviewsRig;
beforeAll(async () => {
  rig = await reviewsRig();
});
afterAll(() => rig.close());

const hide = (id: string, reason: string | null) =>
  rig.database.transaction((tx) => setReviewHidden(tx, id, reason));

/** What service and seller count, beside what there is to count. */
async function sums({ serviceId, seller }: Sold) {
  const { rows } = await rig.pool.query(
    `SELECT s.rating_sum AS sum, s.rating_count AS count, u.rating_sum AS "sellerSum",
       u.rating_count AS "sellerCount", round(s.rank::numeric, 4)::float8 AS rank,
       (SELECT coalesce(sum(rating), 0)::int FROM reviews
         WHERE service_id = s.id AND hidden_at IS NULL) AS "isSum",
       (SELECT count(*)::int FROM reviews WHERE service_id = s.id AND hidden_at IS NULL) AS "isCount"
     FROM services s JOIN users u ON u.uid = s.seller_id WHERE s.id = $1 AND u.uid = $2`,
    [serviceId, seller],
  );
  return rows[0];
}

/** Everything counts exactly what stands. */
async function expectExact(sold: Sold): Promise<void> {
  const { isSum, isCount, sum, count, sellerSum, sellerCount, rank } = await sums(sold);
  expect({ sum, count, sellerSum, sellerCount }).toEqual({
    sum: isSum,
    count: isCount,
    sellerSum: isSum,
    sellerCount: isCount,
  });
  expect(rank).toBeCloseTo((isSum + 17.5) / (isCount + 5), 3);
}

/** A number of 0 to 1 after another, the same at every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('a hidden review', () => {
  it('leaves lists and averages, and comes back to them', async () => {
    const sold = await rig.sale();
    const { review } = await rig.review(sold, sold.buyer, { rating: 1, recommend: false });
    const other = await rig.another(sold);
    await rig.review(other, other.buyer, { rating: 5, recommend: true });
    const params = { serviceId: sold.serviceId };
    const read = async () => {
      const { reviews, summary } = await rig.visitor.reviews.listReviews({ params, query: {} });
      const { reviews: received } = await rig.visitor.reviews.listSellerReviews({
        params: { uid: sold.seller },
        query: {},
      });
      return [reviews.length, received.length, summary.average];
    };
    expect(await read()).toEqual([2, 2, 3]);
    expect(await hide(review.id, 'Ofensa')).toBe(true);
    expect(await hide(review.id, 'Ofensa')).toBe(false);
    // Another reason is another decision and takes nothing off a second time.
    expect(await hide(review.id, 'Spam')).toBe(true);
    expect(await read()).toEqual([1, 1, 5]);
    await expectExact(sold);
    expect(await hide(review.id, null)).toBe(true);
    expect(await hide(review.id, null)).toBe(false);
    expect(await read()).toEqual([2, 2, 3]);
    await expectExact(sold);
  });

  it('cannot be written again', async () => {
    const sold = await rig.sale();
    const { review } = await rig.review(sold, sold.buyer, { rating: 2, recommend: true });
    await hide(review.id, 'Ofensa');
    await expect(
      rig.review(sold, sold.buyer, { rating: 5, recommend: true }),
    ).rejects.toMatchObject({ code: 'already_reviewed' });
  });
});

describe('the averages', () => {
  it.each([1, 2, 3])('count what stands after whatever was done at once (%i)', async (seed) => {
    const next = numbers(seed);
    const first = await rig.sale();
    const known: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const deeds = Array.from({ length: 6 }, async () => {
        const [what, which, rating] = [next(), next(), 1 + Math.floor(next() * 5)];
        const id = known[Math.floor(which * known.length)];
        if (id === undefined || what < 0.3) {
          const sold = await rig.another(first);
          const made = await rig.review(sold, sold.buyer, { rating, recommend: true });
          known.push(made.review.id);
        } else await hide(id, what < 0.65 ? `Motivo ${Math.floor(which * 2)}` : null);
      });
      await Promise.all(deeds);
      await expectExact(first);
    }
  });
});
