import { Chip } from '../../../ui/chip.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { priceParts } from '../../../ui/price-parts.ts';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { IncomeChart } from './income-chart.tsx';
import { incomeScale } from './income-scale.ts';
import { IncomeTable } from './income-table.tsx';
import { type Overview, type Span, spans } from './use-overview.ts';

interface IncomeSectionProps {
  overview: Overview;
  span: Span;
  onSpan: (span: Span) => void;
}

function Chart({ overview }: Pick<IncomeSectionProps, 'overview'>) {
  const { data, error } = overview;
  if (!data) {
    if (error) {
      return (
        <ErrorState
          heading="h3"
          reason={error.message}
          retrying={overview.isFetching}
          onRetry={() => void overview.refetch()}
        />
      );
    }
    return (
      <Loading label="Carregando recebimentos">
        <Skeleton height="14rem" />
      </Loading>
    );
  }
  const scale = incomeScale(data.income);
  return (
    <div className="painel liso col recebe" aria-busy={overview.isPlaceholderData}>
      <p className="recebe-t">
        <span className="num">{priceParts(data.incomeTotal).text}</span>
        <span className="t-sm mute">em {data.income.length} dias, já sem a taxa</span>
      </p>
      <IncomeChart key={data.income.length} scale={scale} />
      <IncomeTable days={scale.days} />
    </div>
  );
}

/** What sales brought, day by day. */
export function IncomeSection({ overview, span, onSpan }: IncomeSectionProps) {
  return (
    <section className="secao recebe-s" aria-labelledby="recebimentos">
      <div className="secao-h recebe-h">
        <h2 className="d3" id="recebimentos">
          Recebimentos
        </h2>
        <fieldset className="row g2">
          <legend className="sr">Período</legend>
          {spans.map((each) => (
            <Chip key={each} pressed={each === span} onClick={() => onSpan(each)}>
              {each} dias
            </Chip>
          ))}
        </fieldset>
      </div>
      <Chart overview={overview} />
    </section>
  );
}
