import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildService, buildUser } from '../../../test/fixtures/data/builders.ts';
import {
  createReviewsFixture,
  type ReviewsFixture,
  reviewText,
} from '../../../test/fixtures/modules/reviews-fixture.ts';
import { holdTransaction } from '../../../test/fixtures/server/hold-transaction.ts';
import { errorOfCall } from '../../../test/fixtures/server/test-app.ts';

let fixture: ReviewsFixture;

beforeAll(async () => {
  fixture = await createReviewsFixture();
});

afterAll(() => fixture.close());

describe('reviewing a purchase', () => {
  test('shows the review at the order, the service and the seller', async () => {
    const sale = await fixture.buildSale();
    const { review } = await fixture.review(sale, sale.buyer, {
      rating: 4,
      recommend: false,
    });
    expect(review).toMatchObject({
      ...reviewText,
      rating: 4,
      recommend: false,
      serviceId: sale.serviceId,
      author: { uid: sale.buyer },
    });
    expect(await fixture.rowOf('payments', 'id', sale.orderId)).toMatchObject({
      reviewed: true,
      rating: 4,
    });
    expect(await fixture.rowOf('services', 'id', sale.serviceId)).toMatchObject({
      rating_sum: 4,
      rating_count: 1,
    });
    expect(await fixture.rowOf('users', 'uid', sale.seller)).toMatchObject({
      rating_sum: 4,
      rating_count: 1,
    });
    expect(await fixture.rowOf('users', 'uid', sale.buyer)).toMatchObject({ rating_count: 0 });
  });

  test('defaults to five stars and a recommendation', async () => {
    const sale = await fixture.buildSale();
    const { review } = await fixture.review(sale, sale.buyer);
    expect(review).toMatchObject({ rating: 5, recommend: true });
  });

  test('takes name, picture and service from the server, not from the client', async () => {
    const sale = await fixture.buildSale();
    const otherServiceId = await buildService(fixture.pool, sale.seller);
    const { review } = await fixture.review(sale, sale.buyer, {
      serviceId: otherServiceId,
      username: 'outra.pessoa',
      userPhotoURL: 'https://evil.example/x.png',
    });
    const author = await fixture.rowOf('users', 'uid', sale.buyer);
    expect(review).toMatchObject({
      serviceId: sale.serviceId,
      username: author.username,
      userPhotoURL: null,
    });
    expect(await fixture.rowOf('services', 'id', otherServiceId)).toMatchObject({
      rating_count: 0,
    });
  });

  test('keeps markup as text', async () => {
    const sale = await fixture.buildSale();
    const title = '<img src=x onerror=alert(1)>';
    const { review } = await fixture.review(sale, sale.buyer, { title });
    expect(review.title).toBe(title);
  });
});

describe('refusals', () => {
  test.each(['awaiting_payment', 'awaiting_start', 'in_progress', 'cancelled', 'refunded'])(
    'an order in %s cannot be reviewed',
    async (service_status) => {
      const sale = await fixture.buildSale({ service_status });
      const refusal = await errorOfCall(fixture.review(sale, sale.buyer));
      expect(refusal).toMatchObject({
        status: 409,
        code: 'order_wrong_status',
        message: 'Status do pedido não permite esta ação.',
      });
    },
  );

  test('refuses the seller', async () => {
    const sale = await fixture.buildSale();
    expect(await errorOfCall(fixture.review(sale, sale.seller))).toMatchObject({
      status: 403,
      code: 'only_buyer_reviews',
      message: 'Apenas quem compra pode avaliar.',
    });
  });

  test('answers a stranger that the order does not exist', async () => {
    const sale = await fixture.buildSale();
    expect(await errorOfCall(fixture.review(sale, await buildUser(fixture.pool)))).toMatchObject({
      status: 404,
      code: 'order_not_found',
    });
  });

  test('answers not found for an unknown order or another service', async () => {
    const sale = await fixture.buildSale();
    const otherServiceId = await buildService(fixture.pool, sale.seller);
    for (const target of [
      { ...sale, orderId: randomUUID() },
      { ...sale, orderId: 'no-id-at-all' },
      { ...sale, serviceId: otherServiceId },
      { ...sale, serviceId: randomUUID() },
    ]) {
      const refusal = await errorOfCall(fixture.review(target, sale.buyer));
      expect(refusal).toMatchObject({ status: 404, code: 'order_not_found' });
    }
    expect(await fixture.rowOf('payments', 'id', sale.orderId)).toMatchObject({
      reviewed: false,
    });
  });

  test('refuses a second review', async () => {
    const sale = await fixture.buildSale();
    await fixture.review(sale, sale.buyer);
    expect(await errorOfCall(fixture.review(sale, sale.buyer, { rating: 1 }))).toMatchObject({
      status: 409,
      code: 'already_reviewed',
      message: 'Você já avaliou esta compra.',
    });
    expect(await fixture.rowOf('payments', 'id', sale.orderId)).toMatchObject({ rating: 5 });
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
    const sale = await fixture.buildSale();
    expect(await errorOfCall(fixture.review(sale, sale.buyer, body))).toMatchObject({
      status: 400,
      message,
    });
  });

  test('needs a session', async () => {
    const { serviceId, orderId } = await fixture.buildSale();
    const call = fixture.visitor.reviews.createReview({
      params: { serviceId, paymentId: orderId },
      body: reviewText,
    });
    expect(await errorOfCall(call)).toMatchObject({ status: 401, message: 'Token não fornecido.' });
  });
});

describe('races', () => {
  test('tells the status of an order that is refunded while it is reviewed', async () => {
    const sale = await fixture.buildSale();
    await using refund = await holdTransaction(fixture.pool, [
      `UPDATE payments SET service_status = 'refunded' WHERE id = $1`,
      [sale.orderId],
    ]);
    const refusal = errorOfCall(fixture.review(sale, sale.buyer));
    await refund.waitForWaiters(1);
    await refund.commit();
    expect(await refusal).toMatchObject({ status: 409, code: 'order_wrong_status' });
  });

  test('stores one of fifty equal reviews', async () => {
    const sale = await fixture.buildSale();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        fixture.review(sale, sale.buyer, { rating: 1 + (n % 5) }),
      ),
    );
    const createdReviews = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value.review] : [],
    );
    const refusalCodes = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason.code] : [],
    );
    expect(createdReviews).toHaveLength(1);
    expect(refusalCodes).toEqual(Array.from({ length: 49 }, () => 'already_reviewed'));
    const rating = createdReviews[0]?.rating;
    for (const [table, key, id] of [
      ['services', 'id', sale.serviceId],
      ['users', 'uid', sale.seller],
    ] as const) {
      expect(await fixture.rowOf(table, key, id)).toMatchObject({
        rating_sum: rating,
        rating_count: 1,
      });
    }
  });

  test('counts all concurrent reviews of different buyers', async () => {
    const sale = await fixture.buildSale();
    const sales = [sale];
    for (let n = 1; n < 20; n += 1) sales.push(await fixture.buildAnotherSale(sale));
    await Promise.all(
      sales.map((sale, n) =>
        fixture.review(sale, sale.buyer, { rating: 1 + (n % 5), recommend: n < 5 }),
      ),
    );
    const { summary } = await fixture.visitor.reviews.listReviews({
      params: { serviceId: sale.serviceId },
    });
    expect(summary).toEqual({ average: 3, count: 20, stars: [4, 4, 4, 4, 4], recommending: 5 });
    expect(await fixture.rowOf('services', 'id', sale.serviceId)).toMatchObject({
      rating_sum: 60,
      rating_count: 20,
    });
    expect(await fixture.rowOf('users', 'uid', sale.seller)).toMatchObject({
      rating_sum: 60,
      rating_count: 20,
    });
  });
});
