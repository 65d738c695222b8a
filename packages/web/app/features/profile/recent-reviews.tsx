import type { Review } from '@guilda/contract/orders/reviews';
import { ReviewItem } from '../reviews/index.ts';

const REVIEWS_SHOWN = 2;

interface RecentReviewsProps {
  reviews: readonly Review[];
  onAll: () => void;
}

/** The latest reviews, shown below the services; nothing without reviews. */
export function RecentReviews({ reviews, onAll }: RecentReviewsProps) {
  if (reviews.length === 0) return null;
  return (
    <section className="section">
      <div className="sectionHead">
        <h2 className="display3">Avaliações recentes</h2>
        {reviews.length > REVIEWS_SHOWN && (
          <button type="button" className="link" onClick={onAll}>
            Ver todas
          </button>
        )}
      </div>
      {reviews.slice(0, REVIEWS_SHOWN).map((review) => (
        <ReviewItem key={review.id} review={review} />
      ))}
    </section>
  );
}
