import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildUser } from '../../../test/fixtures/data/builders.ts';
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

describe('reading', () => {
  test('lists newest first, paged, each once, even within one instant', async () => {
    const sale = await fixture.buildSale();
    const reviewIds: string[] = [];
    for (let n = 0; n < 25; n += 1) {
      const nextSale = await fixture.buildAnotherSale(sale);
      reviewIds.push(
        (await fixture.review(nextSale, nextSale.buyer, { title: `Nota ${n}` })).review.id,
      );
    }
    const instant = new Date('2026-11-01T10:00:00Z');
    await fixture.pool.query('UPDATE reviews SET created_at = $1 WHERE service_id = $2', [
      instant,
      sale.serviceId,
    ]);
    const listedIds: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await fixture.visitor.reviews.listReviews({
        params: { serviceId: sale.serviceId },
        query: { limit: '7', ...(cursor ? { cursor } : {}) },
      });
      listedIds.push(...page.reviews.map(({ id }) => id));
      expect(page.summary.count).toBe(25);
      cursor = page.nextCursor;
    } while (cursor);
    expect(listedIds).toEqual([...reviewIds].sort().reverse());
    const sellerPage = await fixture.visitor.reviews.listSellerReviews({
      params: { uid: sale.seller },
      query: { limit: '50' },
    });
    expect(sellerPage.reviews.map(({ id }) => id)).toEqual(listedIds);
    expect(sellerPage.nextCursor).toBeNull();
  });

  test('a service without reviews has an empty summary', async () => {
    const { serviceId } = await fixture.buildSale();
    expect(await fixture.visitor.reviews.listReviews({ params: { serviceId } })).toEqual({
      reviews: [],
      nextCursor: null,
      summary: { average: null, count: 0, stars: [0, 0, 0, 0, 0], recommending: 0 },
    });
  });

  test('keeps reviews of a closed account without its name', async () => {
    const sale = await fixture.buildSale();
    await fixture.review(sale, sale.buyer);
    await fixture.pool.query(
      `UPDATE users SET deleted_at = now(), display_name = 'Ana', photo_url = '/x.webp' WHERE uid = $1`,
      [sale.buyer],
    );
    const { reviews } = await fixture.visitor.reviews.listReviews({
      params: { serviceId: sale.serviceId },
    });
    expect(reviews[0]).toMatchObject({
      username: 'Usuário removido',
      userPhotoURL: null,
      author: { displayName: 'Usuário removido', photoURL: null, badges: [] },
    });
  });

  test('neither shows nor counts hidden reviews', async () => {
    const sale = await fixture.buildSale();
    const { review } = await fixture.review(sale, sale.buyer);
    await fixture.pool.query('UPDATE reviews SET hidden_at = now() WHERE id = $1', [review.id]);
    const page = await fixture.visitor.reviews.listReviews({
      params: { serviceId: sale.serviceId },
    });
    expect(page).toMatchObject({ reviews: [], summary: { count: 0 } });
    const { reviews } = await fixture.visitor.reviews.listSellerReviews({
      params: { uid: sale.seller },
    });
    expect(reviews).toEqual([]);
  });

  test.each([
    ['removed', { deleted_at: new Date() }, 404],
    ['hidden', { hidden_at: new Date() }, 404],
    ['paused', { status: 'paused' }, 404],
    ['for adults', { adult: true, category: 'nudez' }, 403],
  ])('a service that is %s shows no reviews', async (_, service, status) => {
    const { serviceId } = await fixture.buildSale({}, service);
    const call = fixture.visitor.reviews.listReviews({ params: { serviceId } });
    expect(await errorOfCall(call)).toMatchObject({ status });
  });

  test('an unknown service and an unknown seller are not found', async () => {
    const { listReviews, listSellerReviews } = fixture.visitor.reviews;
    expect(await errorOfCall(listReviews({ params: { serviceId: randomUUID() } }))).toMatchObject({
      code: 'service_not_found',
    });
    expect(await errorOfCall(listSellerReviews({ params: { uid: randomUUID() } }))).toMatchObject({
      code: 'user_not_found',
    });
  });

  test('shows a private profile’s reviews to people who traded with it', async () => {
    const sale = await fixture.buildSale();
    await fixture.review(sale, sale.buyer);
    await fixture.pool.query(`UPDATE users SET privacy = 'private' WHERE uid = $1`, [sale.seller]);
    const input = { params: { uid: sale.seller } };
    const stranger = await buildUser(fixture.pool);
    const countReviews = async (api: typeof fixture.visitor) =>
      (await api.reviews.listSellerReviews(input)).reviews.length;
    expect(await countReviews(fixture.visitor)).toBe(0);
    expect(await countReviews(fixture.as(stranger))).toBe(0);
    expect(await countReviews(fixture.as(sale.buyer))).toBe(1);
    expect(await countReviews(fixture.as(sale.seller))).toBe(1);
    const service = { params: { serviceId: sale.serviceId } };
    expect(await errorOfCall(fixture.as(stranger).reviews.listReviews(service))).toMatchObject({
      code: 'service_not_found',
    });
  });

  test('leaves reviews of services for adults out of a seller’s list', async () => {
    const adultSale = await fixture.buildSale({}, { adult: true, category: 'nudez' });
    await fixture.review(adultSale, adultSale.buyer);
    const { reviews } = await fixture
      .as(adultSale.buyer)
      .reviews.listSellerReviews({ params: { uid: adultSale.seller } });
    expect(reviews).toEqual([]);
  });

  test('hides reviews that were written while the service was for adults', async () => {
    const saleForAdults = await fixture.buildSale({ adult: true });
    await fixture.review(saleForAdults, saleForAdults.buyer);
    const openSale = await fixture.buildAnotherSale(saleForAdults);
    const { review } = await fixture.review(openSale, openSale.buyer);
    const reader = fixture.as(saleForAdults.buyer).reviews;
    const servicePage = await reader.listReviews({
      params: { serviceId: saleForAdults.serviceId },
    });
    const sellerPage = await reader.listSellerReviews({ params: { uid: saleForAdults.seller } });
    expect(servicePage.reviews.map(({ id }) => id)).toEqual([review.id]);
    expect(servicePage.summary.count).toBe(1);
    expect(sellerPage.reviews.map(({ id }) => id)).toEqual([review.id]);
  });

  test.each(['nonsense', Buffer.from('2026-02-30T00:00:00.000000Z|x').toString('base64url')])(
    'the cursor %j is refused',
    async (cursor) => {
      const { serviceId } = await fixture.buildSale();
      const response = await fixture.app.inject(`/api/reviews/${serviceId}?cursor=${cursor}`);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ error: 'Parâmetro inválido.' });
    },
  );
});
