export { reviewsDataExport } from './data-export.ts';
export { type OpenReview, openReview } from './open-review.ts';
export { setReviewHidden } from './review-store.ts';
export { reviews } from './reviews-table.ts';
