import type { SalesOverview } from '@guilda/contract/orders/orders';
import { durationText } from '../../../lib/format/duration-text.ts';
import { ratingText } from '../../../ui/display/stars.tsx';
import { Stat, StatList } from '../../../ui/display/stat-list.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { priceParts } from '../../../ui/text/price-parts.ts';
import type { SalesOverviewQuery, SalesPeriod } from './use-sales-overview.ts';

function reviewsText({ reviewCount }: SalesOverview): string | undefined {
  if (reviewCount === 0) return undefined;
  return reviewCount === 1 ? '1 avaliação' : `${reviewCount} avaliações`;
}

/** A seller's income, completed orders, rating and response time. */
export function SalesSummary({
  overview,
  period,
}: {
  overview: SalesOverviewQuery;
  period: SalesPeriod;
}) {
  const { data, isPending } = overview;
  const figureText = (figureOf: (sums: SalesOverview) => string) => {
    if (data) return figureOf(data);
    return isPending ? <Skeleton width="6ch" height="1.05em" /> : '—';
  };
  return (
    <StatList>
      <Stat name={`Vendido em ${period} dias`}>
        {figureText(({ incomeTotal }) => priceParts(incomeTotal).text)}
      </Stat>
      <Stat name="Atendimentos concluídos">{figureText(({ completed }) => String(completed))}</Stat>
      <Stat name="Nota" note={data && reviewsText(data)}>
        {figureText(({ rating }) => (rating === null ? '—' : ratingText(rating)))}
      </Stat>
      <Stat name="Você costuma começar em">
        {figureText(({ responseMs }) => (responseMs === null ? '—' : durationText(responseMs)))}
      </Stat>
    </StatList>
  );
}
