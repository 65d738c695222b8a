import clsx from 'clsx';
import Star from 'lucide-react/icons/star';
import * as styles from './stars.module.css';

const starValues = [1, 2, 3, 4, 5] as const;

/** A rating with one decimal: 4.9 → `4,9`. */
export function ratingText(rating: number): string {
  return rating.toFixed(1).replace('.', ',');
}

const starRow = starValues.map((step) => <Star key={step} className="icon" />);

/** Width of the filled stars in per cent, rounded to half stars. */
const filledPercent = (value: number) => Math.round(value * 2) * 10;

/** Five stars, read only. `value` is from 0 to 5; the picture shows half stars, screen readers get the exact value. */
export function Stars({ value, className }: { value: number; className?: string | undefined }) {
  const spokenText = Number.isInteger(value) ? String(value) : ratingText(value);
  return (
    <span className={clsx(styles.stars, className)} role="img" aria-label={`${spokenText} de 5`}>
      <span className={styles.empty}>{starRow}</span>
      <span className={styles.filled} style={{ width: `${filledPercent(value)}%` }}>
        {starRow}
      </span>
    </span>
  );
}

interface RatingProps {
  /** Average rating from 1 to 5; null renders nothing. */
  value: number | null;
  /** Number of reviews. */
  count?: number | undefined;
  className?: string | undefined;
}

/** One star, the average and the number of reviews: `★ 4,9 (212)`. */
export function Rating({ value, count, className }: RatingProps) {
  if (value === null) return null;
  const reviewsText =
    count === undefined ? '' : `, ${count} ${count === 1 ? 'avaliação' : 'avaliações'}`;
  return (
    <span className={clsx(styles.rating, className)}>
      <Star className="icon" aria-hidden="true" />
      <span className="srOnly">{`Nota ${ratingText(value)} de 5${reviewsText}`}</span>
      <span aria-hidden="true">{ratingText(value)}</span>
      {count !== undefined && (
        <span className="muted numeric" aria-hidden="true">
          ({count})
        </span>
      )}
    </span>
  );
}
