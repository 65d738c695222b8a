import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal } from '../../../test/harness.ts';
import { type ReviewsRig, reviewsRig, words } from '../../../test/reviews-rig.ts';
import { addServiceRow, addUserRow } from '../../../test/rows.ts';

let rig: ReviewsRig;

beforeAll(async () => {
  rig = await reviewsRig();
});

afterAll(() => rig.close());

describe('reviewing a purchase', () => {
  test('the review stands on the order, the service and the seller', async () => {
    const made = await rig.sale();
    const { review: written } = await rig.review(made, made.buyer, { rating: 4, recommend: false });
    expect(written).toMatchObject({
      ...words,
      rating: 4,
      recommend: false,
      serviceId: made.serviceId,
      author: { uid: made.buyer },
    });
    expect(await rig.rowOf('payments', 'id', made.paymentId)).toMatchObject({
      reviewed: true,
      rating: 4,
    });
    expect(await rig.rowOf('services', 'id', made.serviceId)).toMatchObject({
      rating_sum: 4,
      rating_count: 1,
    });
    expect(await rig.rowOf('users', 'uid', made.seller)).toMatchObject({
      rating_sum: 4,
      rating_count: 1,
    });
    expect(await rig.rowOf('users', 'uid', made.buyer)).toMatchObject({ rating_count: 0 });
  });

  test('five stars and a recommendation unless said otherwise', async () => {
    const made = await rig.sale();
    const { review: written } = await rig.review(made, made.buyer);
    expect(written).toMatchObject({ rating: 5, recommend: true });
  });

  test('name, picture and service are the server’s, whatever the client says', async () => {
    const made = await rig.sale();
    const other = await addServiceRow(rig.pool, made.seller);
    const { review: written } = await rig.review(made, made.buyer, {
      serviceId: other,
      username: 'outra.pessoa',
      userPhotoURL: 'https://evil.example/x.png',
    });
    const author = await rig.rowOf('users', 'uid', made.buyer);
    expect(written).toMatchObject({
      serviceId: made.serviceId,
      username: author.username,
      userPhotoURL: null,
    });
    expect(await rig.rowOf('services', 'id', other)).toMatchObject({ rating_count: 0 });
  });

  test('markup stays the text it is', async () => {
    const made = await rig.sale();
    const title = '<img src=x onerror=alert(1)>';
    const { review: written } = await rig.review(made, made.buyer, { title });
    expect(written.title).toBe(title);
  });
});

describe('refusals', () => {
  test.each(['awaiting_payment', 'awaiting_start', 'in_progress', 'cancelled', 'refunded'])(
    'an order in %s cannot be reviewed',
    async (service_status) => {
      const made = await rig.sale({ service_status });
      const refused = await refusal(rig.review(made, made.buyer));
      expect(refused).toMatchObject({
        status: 409,
        code: 'order_wrong_status',
        message: 'Status do pedido não permite esta ação.',
      });
    },
  );

  test('the seller may not', async () => {
    const made = await rig.sale();
    expect(await refusal(rig.review(made, made.seller))).toMatchObject({
      status: 403,
      code: 'only_buyer_reviews',
      message: 'Apenas o comprador pode avaliar.',
    });
  });

  test('for a stranger the order does not exist', async () => {
    const made = await rig.sale();
    expect(await refusal(rig.review(made, await addUserRow(rig.pool)))).toMatchObject({
      status: 404,
      code: 'order_not_found',
    });
  });

  test('nor does an unknown order, nor one of another service', async () => {
    const made = await rig.sale();
    const other = await addServiceRow(rig.pool, made.seller);
    for (const target of [
      { ...made, paymentId: randomUUID() },
      { ...made, paymentId: 'no-id-at-all' },
      { ...made, serviceId: other },
      { ...made, serviceId: randomUUID() },
    ]) {
      const refused = await refusal(rig.review(target, made.buyer));
      expect(refused).toMatchObject({ status: 404, code: 'order_not_found' });
    }
    expect(await rig.rowOf('payments', 'id', made.paymentId)).toMatchObject({ reviewed: false });
  });

  test('twice is once too often', async () => {
    const made = await rig.sale();
    await rig.review(made, made.buyer);
    expect(await refusal(rig.review(made, made.buyer, { rating: 1 }))).toMatchObject({
      status: 409,
      code: 'already_reviewed',
      message: 'Você já avaliou esta compra.',
    });
    expect(await rig.rowOf('payments', 'id', made.paymentId)).toMatchObject({ rating: 5 });
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
    const made = await rig.sale();
    expect(await refusal(rig.review(made, made.buyer, body))).toMatchObject({
      status: 400,
      message,
    });
  });

  test('a visitor is asked to sign in', async () => {
    const { serviceId, paymentId } = await rig.sale();
    const call = rig.visitor.reviews.createReview({
      params: { serviceId, paymentId },
      body: words,
    });
    expect(await refusal(call)).toMatchObject({ status: 401, message: 'Token não fornecido.' });
  });
});

describe('races', () => {
  test('of fifty equal reviews one counts', async () => {
    const made = await rig.sale();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => rig.review(made, made.buyer, { rating: 1 + (n % 5) })),
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
      expect(await rig.rowOf(table, key, id)).toMatchObject({
        rating_sum: rating,
        rating_count: 1,
      });
    }
  });

  test('reviews by different buyers at once all count', async () => {
    const made = await rig.sale();
    const sales = [made];
    for (let n = 1; n < 20; n += 1) sales.push(await rig.another(made));
    await Promise.all(
      sales.map((each, n) =>
        rig.review(each, each.buyer, { rating: 1 + (n % 5), recommend: n < 5 }),
      ),
    );
    const { summary } = await rig.visitor.reviews.listReviews({
      params: { serviceId: made.serviceId },
    });
    expect(summary).toEqual({ average: 3, count: 20, stars: [4, 4, 4, 4, 4], recommending: 5 });
    expect(await rig.rowOf('services', 'id', made.serviceId)).toMatchObject({
      rating_sum: 60,
      rating_count: 20,
    });
    expect(await rig.rowOf('users', 'uid', made.seller)).toMatchObject({
      rating_sum: 60,
      rating_count: 20,
    });
  });
});
