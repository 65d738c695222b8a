import { serviceType } from './catalog.ts';
import { categorySlugs } from './categories.ts';
import { booleanInput, id, idInput, instant, nextCursor, pageQuery } from './common.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { z } from './schema.ts';
import { requiredText } from './text.ts';
import { author } from './users.ts';

export const review = z.object({
  id,
  title: z.string(),
  description: z.string(),
  rating: z.number(),
  recommend: z.boolean(),
  serviceId: id,
  /** As they stand on the account now, not as sent. */
  userPhotoURL: z.string().nullable(),
  username: z.string(),
  author,
  /** What it was written of, as it was bought. */
  purchase: z.object({
    title: z.string(),
    type: serviceType,
    category: z.enum(categorySlugs),
    /** In reais as decimal text: `"49.90"`. */
    price: z.string(),
  }),
  /**
   * Why no average counts it; null where it counts. `replaced`: the same buyer has a newer one of the
   * service. `free`: nothing was paid, and the service costs something now. `changed`: the service was of
   * another category or type.
   */
  notCounted: z.enum(['replaced', 'free', 'changed']).nullable(),
  /** The seller's one answer. */
  answer: z.object({ text: z.string(), createdAt: instant }).nullable(),
  createdAt: instant,
});
export type Review = z.infer<typeof review>;

const ratingInput = z
  .number({ error: 'Escolha de 1 a 5 estrelas.' })
  .int('Escolha de 1 a 5 estrelas.')
  .min(limits.rating.min, 'Escolha de 1 a 5 estrelas.')
  .max(limits.rating.max, 'Escolha de 1 a 5 estrelas.');

/** `serviceId`, `userPhotoURL` and `username` are accepted (`spec §7`) and ignored: the server knows them. */
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

/** How a service's reviews are spread. */
export const reviewSummary = z.object({
  average: z.number().nullable(),
  count: z.number(),
  /** Reviews with 1, 2, 3, 4 and 5 stars. */
  stars: z.array(z.number()).length(5),
  /** Reviews that recommend. */
  recommending: z.number(),
});
export type ReviewSummary = z.infer<typeof reviewSummary>;

export const reviewEndpoints = {
  listReviews: endpoint({
    method: 'GET',
    path: '/api/reviews/:serviceId',
    summary: 'Reviews of a service, newest first, with their summary',
    access: 'optional',
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
    summary: 'Review a completed purchase, once (spec §7)',
    access: 'user',
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
    summary: 'The review of one purchase, for its people and the team',
    access: 'user',
    params: z.object({ serviceId: idInput, paymentId: idInput }),
    status: 200,
    output: z.object({ review }),
    errors: ['order_not_found', 'review_not_found'],
    limit: 'general',
  }),
};
