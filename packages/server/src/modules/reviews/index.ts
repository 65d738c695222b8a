export { type OpenReview, openReview } from './open-review.ts';
export { type ReviewDeps, reviewHandlers } from './routes.ts';
