import { randomUUID } from 'node:crypto';
import { endpoints } from '@guilda/contract';
import type { NewReview } from '@guilda/contract/reviews';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiRig, apiRig } from '../../../test/api-rig.ts';
import { refusal } from '../../../test/harness.ts';
import { addPaidOrderRow, addServiceRow, addUserRow } from '../../../test/rows.ts';
import { registerEndpoints } from '../../platform/http/endpoints.ts';
import { reviewHandlers } from './index.ts';

let rig: ApiRig;

beforeAll(async () => {
  rig = await apiRig(({ app, door, ...deps }) =>
    registerEndpoints(app, endpoints.reviews, reviewHandlers(deps), door),
  );
});

afterAll(() => rig.close());

const pool = () => rig.database.pool;

/** A seller with a service, a buyer, and their order. */
async function sale(order: Record<string, unknown> = {}, service: Record<string, unknown> = {}) {
  const [seller, buyer] = [await addUserRow(pool()), await addUserRow(pool())];
  const serviceId = await addServiceRow(pool(), seller, service);
  const paymentId = await addPaidOrderRow(
    pool(),
    { service: serviceId, buyer, seller },
    { service_status: 'complete', ...order },
  );
  return { seller, buyer, serviceId, paymentId };
}

const words = { title: 'Muito bom', description: 'Aprendi a mirar.' };

type Sale = Awaited<ReturnType<typeof sale>>;

const review = (
  { serviceId, paymentId }: Pick<Sale, 'serviceId' | 'paymentId'>,
  by: string,
  body: Partial<NewReview> = {},
) =>
  rig
    .as(by)
    .reviews.createReview({ params: { serviceId, paymentId }, body: { ...words, ...body } });

/** Another completed purchase of the same service, by someone new. */
async function anotherBuyer({ serviceId, seller }: Sale) {
  const buyer = await addUserRow(pool());
  const order = { service: serviceId, buyer, seller };
  const paymentId = await addPaidOrderRow(pool(), order, { service_status: 'complete' });
  return { seller, buyer, serviceId, paymentId };
}

const rowOf = async (table: string, key: string, id: string) =>
  (await pool().query(`SELECT * FROM ${table} WHERE ${key} = $1`, [id])).rows[0];

describe('reviewing a purchase', () => {
  test('the review stands on the order, the service and the seller', async () => {
    const made = await sale();
    const { review: written } = await review(made, made.buyer, { rating: 4, recommend: false });
    expect(written).toMatchObject({
      ...words,
      rating: 4,
      recommend: false,
      serviceId: made.serviceId,
      author: { uid: made.buyer },
    });
    expect(await rowOf('payments', 'id', made.paymentId)).toMatchObject({
      reviewed: true,
      rating: 4,
    });
    expect(await rowOf('services', 'id', made.serviceId)).toMatchObject({
      rating_sum: 4,
      rating_count: 1,
    });
    expect(await rowOf('users', 'uid', made.seller)).toMatchObject({
      rating_sum: 4,
      rating_count: 1,
    });
    expect(await rowOf('users', 'uid', made.buyer)).toMatchObject({ rating_count: 0 });
  });

  test('five stars and a recommendation unless said otherwise', async () => {
    const made = await sale();
    const { review: written } = await review(made, made.buyer);
    expect(written).toMatchObject({ rating: 5, recommend: true });
  });

  test('name, picture and service are the server’s, whatever the client says', async () => {
    const made = await sale();
    const other = await addServiceRow(pool(), made.seller);
    const { review: written } = await review(made, made.buyer, {
      serviceId: other,
      username: 'outra.pessoa',
      userPhotoURL: 'https://evil.example/x.png',
    });
    const author = await rowOf('users', 'uid', made.buyer);
    expect(written).toMatchObject({
      serviceId: made.serviceId,
      username: author.username,
      userPhotoURL: null,
    });
    expect(await rowOf('services', 'id', other)).toMatchObject({ rating_count: 0 });
  });

  test('markup stays the text it is', async () => {
    const made = await sale();
    const title = '<img src=x onerror=alert(1)>';
    const { review: written } = await review(made, made.buyer, { title });
    expect(written.title).toBe(title);
  });
});

describe('refusals', () => {
  test.each(['awaiting_payment', 'awaiting_start', 'in_progress', 'cancelled', 'refunded'])(
    'an order in %s cannot be reviewed',
    async (service_status) => {
      const made = await sale({ service_status });
      const refused = await refusal(review(made, made.buyer));
      expect(refused).toMatchObject({
        status: 409,
        code: 'order_wrong_status',
        message: 'Status do pedido não permite esta ação.',
      });
    },
  );

  test('the seller may not', async () => {
    const made = await sale();
    expect(await refusal(review(made, made.seller))).toMatchObject({
      status: 403,
      code: 'only_buyer_reviews',
      message: 'Apenas o comprador pode avaliar.',
    });
  });

  test('for a stranger the order does not exist', async () => {
    const made = await sale();
    expect(await refusal(review(made, await addUserRow(pool())))).toMatchObject({
      status: 404,
      code: 'order_not_found',
    });
  });

  test('nor does an unknown order, nor one of another service', async () => {
    const made = await sale();
    const other = await addServiceRow(pool(), made.seller);
    for (const target of [
      { ...made, paymentId: randomUUID() },
      { ...made, paymentId: 'no-id-at-all' },
      { ...made, serviceId: other },
      { ...made, serviceId: randomUUID() },
    ]) {
      const refused = await refusal(review(target, made.buyer));
      expect(refused).toMatchObject({ status: 404, code: 'order_not_found' });
    }
    expect(await rowOf('payments', 'id', made.paymentId)).toMatchObject({ reviewed: false });
  });

  test('twice is once too often', async () => {
    const made = await sale();
    await review(made, made.buyer);
    expect(await refusal(review(made, made.buyer, { rating: 1 }))).toMatchObject({
      status: 409,
      code: 'already_reviewed',
      message: 'Você já avaliou esta compra.',
    });
    expect(await rowOf('payments', 'id', made.paymentId)).toMatchObject({ rating: 5 });
  });

  test.each([
    [{ title: '' }, 'Título da avaliação obrigatório'],
    [{ title: ' \n ' }, 'Título da avaliação obrigatório'],
    [{ description: '' }, 'Descrição da avaliação obrigatória'],
    [{ title: 'x'.repeat(101) }, 'Use no máximo 100 caracteres.'],
    [{ description: 'x'.repeat(501) }, 'Use no máximo 500 caracteres.'],
    [{ rating: 0 }, 'Escolha de 1 a 5 estrelas.'],
    [{ rating: 6 }, 'Escolha de 1 a 5 estrelas.'],
    [{ rating: 4.5 }, 'Escolha de 1 a 5 estrelas.'],
    [{ title: 'a\u202eb' }, 'Texto inválido.'],
    [{ title: 'a\u0000b' }, 'Texto inválido.'],
  ])('%j is refused', async (body, message) => {
    const made = await sale();
    expect(await refusal(review(made, made.buyer, body))).toMatchObject({ status: 400, message });
  });

  test('a visitor is asked to sign in', async () => {
    const { serviceId, paymentId } = await sale();
    const call = rig.visitor.reviews.createReview({
      params: { serviceId, paymentId },
      body: words,
    });
    expect(await refusal(call)).toMatchObject({ status: 401, message: 'Token não fornecido.' });
  });
});

describe('races', () => {
  test('of fifty equal reviews one counts', async () => {
    const made = await sale();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => review(made, made.buyer, { rating: 1 + (n % 5) })),
    );
    const won = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.review] : []));
    const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(won).toHaveLength(1);
    expect(lost).toEqual(Array.from({ length: 49 }, () => 'already_reviewed'));
    const rating = won[0]?.rating;
    for (const [table, key, id] of [
      ['services', 'id', made.serviceId],
      ['users', 'uid', made.seller],
    ] as const) {
      expect(await rowOf(table, key, id)).toMatchObject({ rating_sum: rating, rating_count: 1 });
    }
  });

  test('reviews by different buyers at once all count', async () => {
    const made = await sale();
    const sales = [made];
    for (let n = 1; n < 20; n += 1) sales.push(await anotherBuyer(made));
    await Promise.all(
      sales.map((each, n) => review(each, each.buyer, { rating: 1 + (n % 5), recommend: n < 5 })),
    );
    const { summary } = await rig.visitor.reviews.listReviews({
      params: { serviceId: made.serviceId },
    });
    expect(summary).toEqual({ average: 3, count: 20, stars: [4, 4, 4, 4, 4], recommending: 5 });
    expect(await rowOf('services', 'id', made.serviceId)).toMatchObject({
      rating_sum: 60,
      rating_count: 20,
    });
    expect(await rowOf('users', 'uid', made.seller)).toMatchObject({
      rating_sum: 60,
      rating_count: 20,
    });
  });
});

describe('reading', () => {
  test('newest first, page by page, each once, even within one instant', async () => {
    const made = await sale();
    const written: string[] = [];
    for (let n = 0; n < 25; n += 1) {
      const each = await anotherBuyer(made);
      written.push((await review(each, each.buyer, { title: `Nota ${n}` })).review.id);
    }
    const instant = new Date('2026-11-01T10:00:00Z');
    await pool().query('UPDATE reviews SET created_at = $1 WHERE service_id = $2', [
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
    const { serviceId } = await sale();
    expect(await rig.visitor.reviews.listReviews({ params: { serviceId } })).toEqual({
      reviews: [],
      nextCursor: null,
      summary: { average: null, count: 0, stars: [0, 0, 0, 0, 0], recommending: 0 },
    });
  });

  test('of a closed account the review stays, the person does not', async () => {
    const made = await sale();
    await review(made, made.buyer);
    await pool().query(
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
    const made = await sale();
    const { review: written } = await review(made, made.buyer);
    await pool().query('UPDATE reviews SET hidden_at = now() WHERE id = $1', [written.id]);
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
    const { serviceId } = await sale({}, service);
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
    const made = await sale();
    await review(made, made.buyer);
    await pool().query(`UPDATE users SET privacy = 'private' WHERE uid = $1`, [made.seller]);
    const input = { params: { uid: made.seller } };
    const stranger = await addUserRow(pool());
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
    const made = await sale({}, { adult: true, category: 'nudez' });
    await review(made, made.buyer);
    const { reviews } = await rig
      .as(made.buyer)
      .reviews.listSellerReviews({ params: { uid: made.seller } });
    expect(reviews).toEqual([]);
  });

  test.each(['', 'nonsense', Buffer.from('2026-02-30T00:00:00.000000Z|x').toString('base64url')])(
    'the cursor %j is refused',
    async (cursor) => {
      const { serviceId } = await sale();
      const response = await rig.app.inject(`/api/reviews/${serviceId}?cursor=${cursor}`);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ error: 'Parâmetro inválido.' });
    },
  );
});
