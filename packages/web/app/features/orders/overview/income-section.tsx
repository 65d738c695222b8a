import { Chip } from '../../../ui/actions/chip.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { IncomeChart } from './income-chart.tsx';
import { incomeScale } from './income-scale.ts';
import * as styles from './income-section.module.css';
import { IncomeTable } from './income-table.tsx';
import { type SalesOverviewQuery, type SalesPeriod, salesPeriods } from './use-sales-overview.ts';

interface IncomeSectionProps {
  overview: SalesOverviewQuery;
  period: SalesPeriod;
  onPeriod: (period: SalesPeriod) => void;
}

function IncomeChartOrState({ overview }: Pick<IncomeSectionProps, 'overview'>) {
  const { data, error } = overview;
  if (!data) {
    if (error) {
      return (
        <ErrorState
          heading="h3"
          reason={messageOfError(error)}
          retrying={overview.isFetching}
          onRetry={() => void overview.refetch()}
        />
      );
    }
    return (
      <Loading label="Carregando vendas por dia">
        <Skeleton height="14rem" />
      </Loading>
    );
  }
  const scale = incomeScale(data.income);
  return (
    <div className="panel plain column" aria-busy={overview.isPlaceholderData}>
      <p className={styles.total}>
        <span className="numeric">{priceParts(data.incomeTotal).text}</span>
        <span className="textSm muted">em {data.income.length} dias, já sem a taxa</span>
      </p>
      <IncomeChart key={data.income.length} scale={scale} />
      <IncomeTable days={scale.days} />
    </div>
  );
}

/** A seller's income per day, after the platform's fee. */
export function IncomeSection({ overview, period, onPeriod }: IncomeSectionProps) {
  return (
    <section className="section" aria-labelledby="recebimentos">
      <div className={`sectionHead ${styles.head}`}>
        <h2 className="display3" id="recebimentos">
          Vendas por dia
        </h2>
        <fieldset className="row gap2">
          <legend className="srOnly">Período</legend>
          {salesPeriods.map((each) => (
            <Chip key={each} pressed={each === period} onClick={() => onPeriod(each)}>
              {each} dias
            </Chip>
          ))}
        </fieldset>
      </div>
      <IncomeChartOrState overview={overview} />
    </section>
  );
}
