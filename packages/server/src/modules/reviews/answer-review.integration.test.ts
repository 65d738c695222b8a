import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildUser } from '../../../test/fixtures/data/builders.ts';
import {
  type CompletedSale,
  createReviewsFixture,
  type ReviewsFixture,
} from '../../../test/fixtures/modules/reviews-fixture.ts';
import { errorOfCall } from '../../../test/fixtures/server/test-app.ts';

let fixture: ReviewsFixture;

beforeAll(async () => {
  fixture = await createReviewsFixture();
});

afterAll(() => fixture.close());

const thanksText = 'Obrigada, volte sempre!';

/** Creates a completed order with a review. */
async function createReviewedSale(
  orderColumns = {},
  serviceColumns = {},
): Promise<CompletedSale & { reviewId: string }> {
  const reviewedSale = await fixture.buildSale(orderColumns, serviceColumns);
  const { review } = await fixture.review(reviewedSale, reviewedSale.buyer);
  return { ...reviewedSale, reviewId: review.id };
}

const sendReviewAnswer = (reviewId: string, sellerUid: string, text: unknown = thanksText) =>
  fixture
    .as(sellerUid)
    .reviews.answerReview({ params: { reviewId }, body: { answer: text as string } });

const readStoredAnswer = async (reviewId: string) =>
  (await fixture.rowOf('reviews', 'id', reviewId)).answer as string | null;

const notFoundRefusal = {
  status: 404,
  code: 'review_not_found',
  message: 'Avaliação não encontrada.',
};
const notSellerRefusal = {
  status: 403,
  code: 'only_seller_answers',
  message: 'Apenas quem vende pode responder à avaliação.',
};

describe('answering a review', () => {
  test('is shown with the review everywhere', async () => {
    const reviewedSale = await createReviewedSale();
    const { reviewId, seller, buyer, serviceId, orderId } = reviewedSale;
    const { review } = await sendReviewAnswer(reviewId, seller, `  ${thanksText}\r\nAté logo.  `);
    const text = `${thanksText}\nAté logo.`;
    expect(review).toMatchObject({ id: reviewId, rating: 5, answer: { text } });
    expect(review.answer?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { listReviews, listSellerReviews } = fixture.visitor.reviews;
    const shownReviews = [
      (await listReviews({ params: { serviceId } })).reviews[0],
      (await listSellerReviews({ params: { uid: seller } })).reviews[0],
      (
        await fixture
          .as(buyer)
          .reviews.getOrderReview({ params: { serviceId, paymentId: orderId } })
      ).review,
    ];
    expect(shownReviews).toEqual([review, review, review]);
  });

  test('changes no average', async () => {
    const { reviewId, seller, serviceId } = await createReviewedSale();
    await sendReviewAnswer(reviewId, seller);
    expect(await fixture.rowOf('services', 'id', serviceId)).toMatchObject({
      rating_sum: 5,
      rating_count: 1,
    });
  });

  test('happens once', async () => {
    const { reviewId, seller } = await createReviewedSale();
    const { review } = await sendReviewAnswer(reviewId, seller);
    expect(review.answer?.text).toBe(thanksText);
    expect(await errorOfCall(sendReviewAnswer(reviewId, seller, 'Mudei de ideia.'))).toMatchObject({
      status: 409,
      code: 'already_answered',
      message: 'Você já respondeu a esta avaliação.',
    });
    expect(await readStoredAnswer(reviewId)).toBe(thanksText);
  });

  test('of fifty concurrent answers stores one', async () => {
    const { reviewId, seller } = await createReviewedSale();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => sendReviewAnswer(reviewId, seller, `Resposta ${n}`)),
    );
    const acceptedAnswers = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value.review.answer?.text] : [],
    );
    const refusalCodes = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason.code] : [],
    );
    expect(acceptedAnswers).toEqual([await readStoredAnswer(reviewId)]);
    expect(refusalCodes).toEqual(Array.from({ length: 49 }, () => 'already_answered'));
  });

  test('is allowed to the seller of the service only', async () => {
    const { reviewId, buyer } = await createReviewedSale();
    const otherSale = await createReviewedSale();
    const people = [
      buyer,
      otherSale.seller,
      await buildUser(fixture.pool),
      await buildUser(fixture.pool, { role: 'admin' }),
    ];
    for (const uid of people)
      expect(await errorOfCall(sendReviewAnswer(reviewId, uid))).toMatchObject(notSellerRefusal);
    const visitorAnswer = fixture.visitor.reviews.answerReview({
      params: { reviewId },
      body: { answer: thanksText },
    });
    expect(await errorOfCall(visitorAnswer)).toMatchObject({ status: 401 });
    expect(await readStoredAnswer(reviewId)).toBeNull();
  });

  test.each([
    ['', 'Resposta obrigatória'],
    [' \n ', 'Resposta obrigatória'],
    [null, 'Resposta obrigatória'],
    [7, 'Resposta obrigatória'],
    ['x'.repeat(501), 'Use no máximo 500 caracteres.'],
    ['a\u202eb', 'Texto inválido.'],
    ['a\u0000b', 'Texto inválido.'],
  ])('%j is refused', async (text, message) => {
    const { reviewId, seller } = await createReviewedSale();
    expect(await errorOfCall(sendReviewAnswer(reviewId, seller, text))).toMatchObject({
      status: 400,
      message,
    });
  });
});

describe('a review that is not visible', () => {
  test('does not exist for anyone once moderation hid it', async () => {
    const { reviewId, seller, buyer } = await createReviewedSale();
    await fixture.pool.query('UPDATE reviews SET hidden_at = now() WHERE id = $1', [reviewId]);
    for (const uid of [seller, buyer, await buildUser(fixture.pool)]) {
      expect(await errorOfCall(sendReviewAnswer(reviewId, uid))).toMatchObject(notFoundRefusal);
    }
    expect(await readStoredAnswer(reviewId)).toBeNull();
  });

  test('does not exist under an unknown id', async () => {
    const uid = await buildUser(fixture.pool);
    for (const id of [randomUUID(), 'no-id-at-all']) {
      expect(await errorOfCall(sendReviewAnswer(id, uid))).toMatchObject(notFoundRefusal);
    }
  });

  test('of a private profile exists only for people who traded with it', async () => {
    const reviewedSale = await createReviewedSale();
    const client = (await fixture.buildAnotherSale(reviewedSale)).buyer;
    await fixture.pool.query(`UPDATE users SET privacy = 'private' WHERE uid = $1`, [
      reviewedSale.seller,
    ]);
    await fixture.pool.query('UPDATE payments SET paid_at = now() WHERE buyer_id = $1', [client]);
    const stranger = await buildUser(fixture.pool);
    expect(await errorOfCall(sendReviewAnswer(reviewedSale.reviewId, stranger))).toMatchObject(
      notFoundRefusal,
    );
    expect(await errorOfCall(sendReviewAnswer(reviewedSale.reviewId, client))).toMatchObject(
      notSellerRefusal,
    );
    await sendReviewAnswer(reviewedSale.reviewId, reviewedSale.seller);
  });

  test('of a removed service is still in its seller’s list', async () => {
    const reviewedSale = await createReviewedSale();
    await fixture.pool.query('UPDATE services SET deleted_at = now() WHERE id = $1', [
      reviewedSale.serviceId,
    ]);
    const stranger = await buildUser(fixture.pool);
    expect(await errorOfCall(sendReviewAnswer(reviewedSale.reviewId, stranger))).toMatchObject(
      notSellerRefusal,
    );
    await sendReviewAnswer(reviewedSale.reviewId, reviewedSale.seller);
  });

  test('of a service for adults exists only for people with an age check', async () => {
    const reviewedSale = await createReviewedSale({}, { adult: true, category: 'nudez' });
    expect(
      await errorOfCall(sendReviewAnswer(reviewedSale.reviewId, await buildUser(fixture.pool))),
    ).toMatchObject(notFoundRefusal);
    expect(
      await errorOfCall(sendReviewAnswer(reviewedSale.reviewId, reviewedSale.buyer)),
    ).toMatchObject(notSellerRefusal);
    await sendReviewAnswer(reviewedSale.reviewId, reviewedSale.seller);
  });
});
