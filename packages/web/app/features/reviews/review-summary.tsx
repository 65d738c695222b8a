import type { ReviewSummary } from '@guilda/contract/orders/reviews';
import { ratingText, Stars } from '../../ui/display/stars.tsx';
import * as styles from './review-summary.module.css';

/** Bars of the ratings; the length of each is its share of all reviews. */
function StarDistribution({ stars }: Pick<ReviewSummary, 'stars'>) {
  const reviewCount = Math.max(
    1,
    stars.reduce((sum, count) => sum + count, 0),
  );
  const rows = stars.map((count, index) => ({ step: index + 1, count })).reverse();
  return (
    <ul>
      {rows.map(({ step, count }) => (
        <li key={step}>
          <span className="srOnly">
            {`${step} ${step === 1 ? 'estrela' : 'estrelas'}: ${count} ${count === 1 ? 'avaliação' : 'avaliações'}`}
          </span>
          <span className="numeric" aria-hidden="true">
            {step}
          </span>
          <span className={styles.bar} aria-hidden="true">
            {count > 0 && <i style={{ width: `${(count / reviewCount) * 100}%` }} />}
          </span>
          <span className="numeric muted" aria-hidden="true">
            {count}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Average rating, number of reviews for each rating from 1 to 5, and share of recommendations. */
export function ReviewSummaryView({ summary }: { summary: ReviewSummary }) {
  const { average, count, stars, recommending } = summary;
  if (average === null) return null;
  return (
    <div className={styles.summary}>
      <div>
        <span className={`numeric ${styles.average}`}>{ratingText(average)}</span>
        <Stars value={average} />
        <p className="textSm muted">{`${Math.round((recommending / count) * 100)}% recomendam`}</p>
      </div>
      <StarDistribution stars={stars} />
    </div>
  );
}
