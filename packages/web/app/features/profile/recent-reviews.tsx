import type { Review } from '@guilda/contract/reviews';
import { ReviewItem } from '../reviews/index.ts';

const SHOWN = 2;

interface RecentReviewsProps {
  reviews: readonly Review[];
  onAll: () => void;
}

/** The latest reviews under the services; nothing while there are none. */
export function RecentReviews({ reviews, onAll }: RecentReviewsProps) {
  if (reviews.length === 0) return null;
  return (
    <section className="secao">
      <div className="secao-h">
        <h2 className="d3">Avaliações recentes</h2>
        {reviews.length > SHOWN && (
          <button type="button" className="link" onClick={onAll}>
            Ver todas
          </button>
        )}
      </div>
      {reviews.slice(0, SHOWN).map((review) => (
        <ReviewItem key={review.id} review={review} />
      ))}
    </section>
  );
}
