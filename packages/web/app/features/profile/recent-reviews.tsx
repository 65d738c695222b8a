import { ReviewItem } from '../reviews/index.ts';
import { type ProfileReviewsProps, useProfileReviews } from './use-profile-reviews.ts';

const REVIEWS_SHOWN = 2;

interface RecentReviewsProps extends ProfileReviewsProps {
  onAll: () => void;
}

/** The latest reviews, shown below the services; nothing without reviews. */
export function RecentReviews({ user, first, onAll }: RecentReviewsProps) {
  const { reviews } = useProfileReviews({ user, first });
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
