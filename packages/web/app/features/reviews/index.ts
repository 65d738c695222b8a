export { ReviewItem } from './review-item.tsx';
