import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal } from '../../../test/harness.ts';
import { type ReviewsRig, reviewsRig } from '../../../test/reviews-rig.ts';
import { addUserRow } from '../../../test/rows.ts';

let rig: ReviewsRig;

beforeAll(async () => {
  rig = await reviewsRig();
});

afterAll(() => rig.close());

describe('reading', () => {
  test('newest first, page by page, each once, even within one instant', async () => {
    const made = await rig.sale();
    const written: string[] = [];
    for (let n = 0; n < 25; n += 1) {
      const each = await rig.another(made);
      written.push((await rig.review(each, each.buyer, { title: `Nota ${n}` })).review.id);
    }
    const instant = new Date('2026-11-01T10:00:00Z');
    await rig.pool.query('UPDATE reviews SET created_at = $1 WHERE service_id = $2', [
      instant,
      made.serviceId,
    ]);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await rig.visitor.reviews.listReviews({
        params: { serviceId: made.serviceId },
        query: { limit: '7', ...(cursor ? { cursor } : {}) },
      });
      seen.push(...page.reviews.map(({ id }) => id));
      expect(page.summary.count).toBe(25);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual([...written].sort().reverse());
    const ofSeller = await rig.visitor.reviews.listSellerReviews({
      params: { uid: made.seller },
      query: { limit: '50' },
    });
    expect(ofSeller.reviews.map(({ id }) => id)).toEqual(seen);
    expect(ofSeller.nextCursor).toBeNull();
  });

  test('a service without reviews has an empty summary', async () => {
    const { serviceId } = await rig.sale();
    expect(await rig.visitor.reviews.listReviews({ params: { serviceId } })).toEqual({
      reviews: [],
      nextCursor: null,
      summary: { average: null, count: 0, stars: [0, 0, 0, 0, 0], recommending: 0 },
    });
  });

  test('of a closed account the review stays, the person does not', async () => {
    const made = await rig.sale();
    await rig.review(made, made.buyer);
    await rig.pool.query(
      `UPDATE users SET deleted_at = now(), display_name = 'Ana', photo_url = '/x.webp' WHERE uid = $1`,
      [made.buyer],
    );
    const { reviews } = await rig.visitor.reviews.listReviews({
      params: { serviceId: made.serviceId },
    });
    expect(reviews[0]).toMatchObject({
      username: 'Usuário removido',
      userPhotoURL: null,
      author: { displayName: 'Usuário removido', photoURL: null, badges: [] },
    });
  });

  test('what moderation hid is neither shown nor counted', async () => {
    const made = await rig.sale();
    const { review: written } = await rig.review(made, made.buyer);
    await rig.pool.query('UPDATE reviews SET hidden_at = now() WHERE id = $1', [written.id]);
    const page = await rig.visitor.reviews.listReviews({ params: { serviceId: made.serviceId } });
    expect(page).toMatchObject({ reviews: [], summary: { count: 0 } });
    const { reviews } = await rig.visitor.reviews.listSellerReviews({
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
    const { serviceId } = await rig.sale({}, service);
    const call = rig.visitor.reviews.listReviews({ params: { serviceId } });
    expect(await refusal(call)).toMatchObject({ status });
  });

  test('an unknown service and an unknown seller are not found', async () => {
    const { listReviews, listSellerReviews } = rig.visitor.reviews;
    expect(await refusal(listReviews({ params: { serviceId: randomUUID() } }))).toMatchObject({
      code: 'service_not_found',
    });
    expect(await refusal(listSellerReviews({ params: { uid: randomUUID() } }))).toMatchObject({
      code: 'user_not_found',
    });
  });

  test('a private profile’s reviews are for those it traded with', async () => {
    const made = await rig.sale();
    await rig.review(made, made.buyer);
    await rig.pool.query(`UPDATE users SET privacy = 'private' WHERE uid = $1`, [made.seller]);
    const input = { params: { uid: made.seller } };
    const stranger = await addUserRow(rig.pool);
    const read = async (api: typeof rig.visitor) =>
      (await api.reviews.listSellerReviews(input)).reviews.length;
    expect(await read(rig.visitor)).toBe(0);
    expect(await read(rig.as(stranger))).toBe(0);
    expect(await read(rig.as(made.buyer))).toBe(1);
    expect(await read(rig.as(made.seller))).toBe(1);
    const service = { params: { serviceId: made.serviceId } };
    expect(await refusal(rig.as(stranger).reviews.listReviews(service))).toMatchObject({
      code: 'service_not_found',
    });
  });

  test('reviews of what is for adults are not among a seller’s', async () => {
    const made = await rig.sale({}, { adult: true, category: 'nudez' });
    await rig.review(made, made.buyer);
    const { reviews } = await rig
      .as(made.buyer)
      .reviews.listSellerReviews({ params: { uid: made.seller } });
    expect(reviews).toEqual([]);
  });

  test('what was written while a service was for adults stays there', async () => {
    const made = await rig.sale({ adult: true });
    await rig.review(made, made.buyer);
    const open = await rig.another(made);
    const { review } = await rig.review(open, open.buyer);
    const reader = rig.as(made.buyer).reviews;
    const ofService = await reader.listReviews({ params: { serviceId: made.serviceId } });
    const ofSeller = await reader.listSellerReviews({ params: { uid: made.seller } });
    expect(ofService.reviews.map(({ id }) => id)).toEqual([review.id]);
    expect(ofService.summary.count).toBe(1);
    expect(ofSeller.reviews.map(({ id }) => id)).toEqual([review.id]);
  });

  test.each(['', 'nonsense', Buffer.from('2026-02-30T00:00:00.000000Z|x').toString('base64url')])(
    'the cursor %j is refused',
    async (cursor) => {
      const { serviceId } = await rig.sale();
      const response = await rig.app.inject(`/api/reviews/${serviceId}?cursor=${cursor}`);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ error: 'Parâmetro inválido.' });
    },
  );
});
