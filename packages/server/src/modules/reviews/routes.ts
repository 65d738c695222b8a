import type { reviewAnswerEndpoints, reviewEndpoints } from '@guilda/contract/orders/reviews';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { answerReview } from './answer-review.ts';
import { type CreateReviewDeps, createReview, type ReviewTarget } from './create-review.ts';
import { listReviews, listSellerReviews } from './list-reviews.ts';
import { readOrderReview } from './read-order-review.ts';

export type ReviewDeps = CreateReviewDeps;

/** The API contract calls an order a payment, so `paymentId` is the id of an order. */
const toReviewTarget = (params: { serviceId: string; paymentId: string }): ReviewTarget => ({
  serviceId: params.serviceId,
  orderId: params.paymentId,
});

export function reviewHandlers(
  deps: ReviewDeps,
): Handlers<typeof reviewEndpoints & typeof reviewAnswerEndpoints> {
  return {
    listReviews: ({ actor, params, query }) => listReviews(deps)(actor, params.serviceId, query),
    listSellerReviews: ({ actor, params, query }) =>
      listSellerReviews(deps)(actor, params.uid, query),
    createReview: ({ actor, params, body }) =>
      createReview(deps)(actor, toReviewTarget(params), body),
    answerReview: ({ actor, params, body }) =>
      answerReview(deps)(actor, params.reviewId, body.answer),
    getOrderReview: ({ actor, params }) => readOrderReview(deps)(actor, toReviewTarget(params)),
  };
}
