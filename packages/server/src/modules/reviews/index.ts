export { reviewsDataExport } from './data-export.ts';
export { findVisibleReview, type VisibleReview } from './open-review.ts';
export { setReviewHidden } from './review-store.ts';
export { reviews } from './reviews-table.ts';
