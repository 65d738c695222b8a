export { heldReviews } from './held-reviews.ts';
export { setReviewHidden } from './hide-review.ts';
export { type OpenReview, openReview } from './open-review.ts';
export { reviews } from './reviews-table.ts';
export { type ReviewDeps, reviewHandlers } from './routes.ts';
