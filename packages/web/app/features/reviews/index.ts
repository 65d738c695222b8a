export { loadServiceReviews } from './load-reviews.ts';
export { ReviewItem } from './review-item.tsx';
export { ServiceReviews } from './service-reviews.tsx';
