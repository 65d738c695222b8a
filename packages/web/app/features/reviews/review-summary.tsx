import type { ReviewSummary } from '@guilda/contract/reviews';
import { ratingText, Stars } from '../../ui/stars.tsx';

function Bars({ stars }: Pick<ReviewSummary, 'stars'>) {
  const most = Math.max(1, ...stars);
  const rows = stars.map((count, index) => ({ step: index + 1, count })).reverse();
  return (
    <ul>
      {rows.map(({ step, count }) => (
        <li key={step}>
          <span className="sr">
            {`${step} ${step === 1 ? 'estrela' : 'estrelas'}: ${count} ${count === 1 ? 'avaliação' : 'avaliações'}`}
          </span>
          <span className="num" aria-hidden="true">
            {step}
          </span>
          <span className="bar" aria-hidden="true">
            {count > 0 && <i style={{ width: `${(count / most) * 100}%` }} />}
          </span>
          <span className="num mute" aria-hidden="true">
            {count}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** How a service's reviews are spread: average, five bars, and how many recommend. */
export function ReviewSummaryView({ summary }: { summary: ReviewSummary }) {
  const { average, count, stars, recommending } = summary;
  if (average === null) return null;
  return (
    <div className="notas">
      <div>
        <span className="num notas-m">{ratingText(average)}</span>
        <Stars value={average} />
        <p className="t-sm mute">{`${Math.round((recommending / count) * 100)}% recomendam`}</p>
      </div>
      <Bars stars={stars} />
    </div>
  );
}
