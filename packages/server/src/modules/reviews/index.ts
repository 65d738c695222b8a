export { reviewsDataExport } from './data-export.ts';
export { setReviewHidden } from './hide-review.ts';
export { type OpenReview, openReview } from './open-review.ts';
export { reviews } from './reviews-table.ts';
