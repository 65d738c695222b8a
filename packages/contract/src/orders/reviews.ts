import { author } from '../accounts/users.ts';
import { booleanInput, id, idInput, instant, nextCursor, pageQuery } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { z } from '../schema.ts';
import { serviceType } from '../services/catalog.ts';
import { categorySlugs } from '../services/categories.ts';
import { requiredText } from '../text.ts';

const review = z.object({
  id,
  title: z.string(),
  description: z.string(),
  rating: z.number(),
  recommend: z.boolean(),
  serviceId: id,
  /** Photo and name of the author: current values of the account, not those that the client sent. */
  userPhotoURL: z.string().nullable(),
  username: z.string(),
  author,
  /** The service as it was when it was bought. */
  purchase: z.object({
    title: z.string(),
    type: serviceType,
    category: z.enum(categorySlugs),
    /** Price in reais as decimal text: `"49.90"`. */
    price: z.string(),
  }),
  /**
   * Why the review is not part of the averages; null when it is part of them. `replaced`: the same buyer wrote a newer
   * review of the service. `free`: the buyer paid nothing, and the service now has a price. `changed`: the service had
   * another category or type when it was bought.
   */
  notCounted: z.enum(['replaced', 'free', 'changed']).nullable(),
  /** The seller's answer, of which there is at most one; null without one. */
  answer: z.object({ text: z.string(), createdAt: instant }).nullable(),
  createdAt: instant,
});
export type Review = z.infer<typeof review>;

const ratingInput = z
  .number({ error: 'Escolha de 1 a 5 estrelas.' })
  .int('Escolha de 1 a 5 estrelas.')
  .min(limits.rating.min, 'Escolha de 1 a 5 estrelas.')
  .max(limits.rating.max, 'Escolha de 1 a 5 estrelas.');

/**
 * A new review. `serviceId`, `userPhotoURL` and `username` are accepted and ignored, because the server knows these
 * values.
 */
export const newReview = z.object({
  title: requiredText(limits.reviewTitle, 'Título da avaliação obrigatório'),
  description: requiredText(limits.reviewDescription, 'Descrição da avaliação obrigatória'),
  rating: ratingInput.default(limits.rating.initial),
  recommend: booleanInput.default(true),
  serviceId: z.string().max(200).optional(),
  userPhotoURL: z.string().max(2000).nullish(),
  username: z.string().max(200).nullish(),
});
export type NewReview = z.output<typeof newReview>;

/** Number of a service's reviews by rating, with their average, which is null without reviews. */
const reviewSummary = z.object({
  average: z.number().nullable(),
  count: z.number(),
  /** Number of reviews with 1, 2, 3, 4 and 5 stars. */
  stars: z.array(z.number()).length(5),
  /** Number of reviews that recommend the service. */
  recommending: z.number(),
});
export type ReviewSummary = z.infer<typeof reviewSummary>;

export const reviewEndpoints = {
  listReviews: endpoint({
    method: 'GET',
    path: '/api/reviews/:serviceId',
    summary: 'Reviews of a service, newest first, with their summary',
    access: 'optional',
    mayBeLate: true,
    params: z.object({ serviceId: idInput }),
    query: pageQuery,
    status: 200,
    output: z.object({ reviews: z.array(review), nextCursor, summary: reviewSummary }),
    errors: ['service_not_found', 'adults_only', 'invalid_parameter'],
    limit: 'general',
  }),
  listSellerReviews: endpoint({
    method: 'GET',
    path: '/api/users/:uid/reviews',
    summary: 'Reviews that a seller received, newest first',
    access: 'optional',
    mayBeLate: true,
    params: z.object({ uid: idInput }),
    query: pageQuery,
    status: 200,
    output: z.object({ reviews: z.array(review), nextCursor }),
    errors: ['user_not_found', 'invalid_parameter'],
    limit: 'general',
  }),
  createReview: endpoint({
    method: 'POST',
    path: '/api/reviews/:serviceId/:paymentId/review',
    summary: 'Review a completed order, once',
    access: 'user',
    requiresAccountAge: true,
    params: z.object({ serviceId: idInput, paymentId: idInput }),
    body: newReview,
    status: 201,
    output: z.object({ review }),
    errors: ['order_not_found', 'only_buyer_reviews', 'already_reviewed', 'order_wrong_status'],
    limit: 'general',
  }),
};

export const newReviewAnswer = z.object({
  answer: requiredText(limits.reviewAnswer, 'Resposta obrigatória'),
});

export const reviewAnswerEndpoints = {
  answerReview: endpoint({
    method: 'POST',
    path: '/api/reviews/:reviewId/answer',
    summary: 'The seller’s answer to a review, once',
    access: 'user',
    requiresAccountAge: true,
    blockedByAgeRequirement: true,
    params: z.object({ reviewId: idInput }),
    body: newReviewAnswer,
    status: 201,
    output: z.object({ review }),
    errors: ['review_not_found', 'only_seller_answers', 'already_answered'],
    limit: 'general',
  }),
  getOrderReview: endpoint({
    method: 'GET',
    path: '/api/reviews/:serviceId/:paymentId/review',
    summary: 'The review of one order, for its buyer, its seller and the team',
    access: 'user',
    params: z.object({ serviceId: idInput, paymentId: idInput }),
    status: 200,
    output: z.object({ review }),
    errors: ['order_not_found', 'review_not_found'],
    limit: 'general',
  }),
};
