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
    const made = await fixture.buildSale();
    const written: string[] = [];
    for (let n = 0; n < 25; n += 1) {
      const each = await fixture.buildAnotherSale(made);
      written.push((await fixture.review(each, each.buyer, { title: `Nota ${n}` })).review.id);
    }
    const instant = new Date('2026-11-01T10:00:00Z');
    await fixture.pool.query('UPDATE reviews SET created_at = $1 WHERE service_id = $2', [
      instant,
      made.serviceId,
    ]);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await fixture.visitor.reviews.listReviews({
        params: { serviceId: made.serviceId },
        query: { limit: '7', ...(cursor ? { cursor } : {}) },
      });
      seen.push(...page.reviews.map(({ id }) => id));
      expect(page.summary.count).toBe(25);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual([...written].sort().reverse());
    const ofSeller = await fixture.visitor.reviews.listSellerReviews({
      params: { uid: made.seller },
      query: { limit: '50' },
    });
    expect(ofSeller.reviews.map(({ id }) => id)).toEqual(seen);
    expect(ofSeller.nextCursor).toBeNull();
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
    const made = await fixture.buildSale();
    await fixture.review(made, made.buyer);
    await fixture.pool.query(
      `UPDATE users SET deleted_at = now(), display_name = 'Ana', photo_url = '/x.webp' WHERE uid = $1`,
      [made.buyer],
    );
    const { reviews } = await fixture.visitor.reviews.listReviews({
      params: { serviceId: made.serviceId },
    });
    expect(reviews[0]).toMatchObject({
      username: 'Usuário removido',
      userPhotoURL: null,
      author: { displayName: 'Usuário removido', photoURL: null, badges: [] },
    });
  });

  test('neither shows nor counts hidden reviews', async () => {
    const made = await fixture.buildSale();
    const { review } = await fixture.review(made, made.buyer);
    await fixture.pool.query('UPDATE reviews SET hidden_at = now() WHERE id = $1', [review.id]);
    const page = await fixture.visitor.reviews.listReviews({
      params: { serviceId: made.serviceId },
    });
    expect(page).toMatchObject({ reviews: [], summary: { count: 0 } });
    const { reviews } = await fixture.visitor.reviews.listSellerReviews({
      params: { uid: made.seller },
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
    const made = await fixture.buildSale();
    await fixture.review(made, made.buyer);
    await fixture.pool.query(`UPDATE users SET privacy = 'private' WHERE uid = $1`, [made.seller]);
    const input = { params: { uid: made.seller } };
    const stranger = await buildUser(fixture.pool);
    const read = async (api: typeof fixture.visitor) =>
      (await api.reviews.listSellerReviews(input)).reviews.length;
    expect(await read(fixture.visitor)).toBe(0);
    expect(await read(fixture.as(stranger))).toBe(0);
    expect(await read(fixture.as(made.buyer))).toBe(1);
    expect(await read(fixture.as(made.seller))).toBe(1);
    const service = { params: { serviceId: made.serviceId } };
    expect(await errorOfCall(fixture.as(stranger).reviews.listReviews(service))).toMatchObject({
      code: 'service_not_found',
    });
  });

  test('leaves reviews of services for adults out of a seller’s list', async () => {
    const made = await fixture.buildSale({}, { adult: true, category: 'nudez' });
    await fixture.review(made, made.buyer);
    const { reviews } = await fixture
      .as(made.buyer)
      .reviews.listSellerReviews({ params: { uid: made.seller } });
    expect(reviews).toEqual([]);
  });

  test('hides reviews that were written while the service was for adults', async () => {
    const made = await fixture.buildSale({ adult: true });
    await fixture.review(made, made.buyer);
    const open = await fixture.buildAnotherSale(made);
    const { review } = await fixture.review(open, open.buyer);
    const reader = fixture.as(made.buyer).reviews;
    const ofService = await reader.listReviews({ params: { serviceId: made.serviceId } });
    const ofSeller = await reader.listSellerReviews({ params: { uid: made.seller } });
    expect(ofService.reviews.map(({ id }) => id)).toEqual([review.id]);
    expect(ofService.summary.count).toBe(1);
    expect(ofSeller.reviews.map(({ id }) => id)).toEqual([review.id]);
  });

  test.each(['', 'nonsense', Buffer.from('2026-02-30T00:00:00.000000Z|x').toString('base64url')])(
    'the cursor %j is refused',
    async (cursor) => {
      const { serviceId } = await fixture.buildSale();
      const response = await fixture.app.inject(`/api/reviews/${serviceId}?cursor=${cursor}`);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ error: 'Parâmetro inválido.' });
    },
  );
});
