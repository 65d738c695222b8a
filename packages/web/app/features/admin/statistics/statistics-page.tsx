import type { AdminStatistics } from '@guilda/contract/moderation/admin-statistics';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useSearchParams } from 'react-router';
import { api } from '../../../lib/api/api.ts';
import { Chip } from '../../../ui/actions/chip.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { LinesSkeleton } from '../admin-skeleton.tsx';
import { hoursText } from '../model/duration-texts.ts';
import { eventText } from '../model/words.ts';
import { percentText } from './chart.ts';
import { ChartPanel } from './chart-panel.tsx';
import { CountedLists } from './counted-lists.tsx';
import * as styles from './statistics.module.css';
import { VitalsPanel } from './vitals-panel.tsx';

const statisticsPeriods = ['7', '30', '90'] as const;
type StatisticsPeriod = (typeof statisticsPeriods)[number];

function useAdminStatistics(period: StatisticsPeriod) {
  return useQuery({
    queryKey: ['admin', 'figures', period],
    queryFn: ({ signal }) =>
      api().adminStatistics.getAdminStatistics({ query: { days: period } }, { signal }),
    staleTime: 0,
  });
}

const numberFormat = new Intl.NumberFormat('pt-BR');
const moneyText = (value: number) => priceParts(value.toFixed(2)).text;
const numberText = (value: number) => numberFormat.format(value);

function ResponseTimes({ statistics: { response, waiting } }: { statistics: AdminStatistics }) {
  const facts = [
    { label: 'Metade em até', value: hoursText(response.median) },
    { label: '90 % em até', value: hoursText(response.p90) },
    { label: 'No prazo', value: percentText(response.inTime, response.decided) },
    { label: 'Decididos', value: numberText(response.decided) },
    { label: 'Esperando', value: numberText(waiting.open) },
    { label: 'Atrasados', value: numberText(waiting.late), late: waiting.late > 0 },
  ];
  return (
    <section className="panel plain" aria-labelledby="num-resposta">
      <h2 className="bold" id="num-resposta">
        Tempo de resposta
      </h2>
      <dl className={styles.figures}>
        {facts.map(({ label, value, late }) => (
          <div key={label} className={late ? styles.late : undefined}>
            <dt>{label}</dt>
            <dd className="numeric">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function StatisticsCharts({ statistics: { days } }: { statistics: AdminStatistics }) {
  const labels = days.map(({ day }) => day);
  const incomes = days.map((day) => Number(day.income));
  const newUserCounts = days.map(({ newUsers }) => newUsers);
  const orderCounts = days.map((day) => day.orders);
  return (
    <div className={styles.charts}>
      <ChartPanel title="Pessoas novas" days={labels} values={newUserCounts} text={numberText} />
      <ChartPanel title="Pedidos pagos" days={labels} values={orderCounts} text={numberText} />
      <ChartPanel title="Receita da Guilda" days={labels} values={incomes} text={moneyText} />
    </div>
  );
}

function StatisticsContent({ statistics }: { statistics: AdminStatistics }) {
  const labels = statistics.days.map(({ day }) => day);
  return (
    <>
      <ResponseTimes statistics={statistics} />
      <StatisticsCharts statistics={statistics} />
      {statistics.events.length > 0 && (
        <section className="column" aria-labelledby="num-eventos">
          <h2 className="textXl" id="num-eventos">
            O que as pessoas fazem
          </h2>
          <div className={styles.charts}>
            {statistics.events.map(({ event, counts }) => (
              <ChartPanel
                key={event}
                small
                title={eventText(event)}
                days={labels}
                values={counts}
                text={numberText}
              />
            ))}
          </div>
        </section>
      )}
      <VitalsPanel vitals={statistics.vitals} />
      <CountedLists statistics={statistics} />
    </>
  );
}

/** Statistics of Guilda for the last 7, 30 or 90 days. */
export function StatisticsPage() {
  const [params] = useSearchParams();
  const period = statisticsPeriods.find((span) => span === params.get('dias')) ?? '30';
  const { data, error, isFetching, refetch } = useAdminStatistics(period);
  return (
    <div className={clsx(styles.page, 'column')}>
      <nav className="row gap1" aria-label="Período">
        {statisticsPeriods.map((span) => (
          <Chip
            key={span}
            asLink
            pressed={span === period}
            to={{ search: `?aba=numeros&dias=${span}` }}
            replace
          >
            {`${span} dias`}
          </Chip>
        ))}
      </nav>
      {data && <StatisticsContent statistics={data} />}
      {!data && !error && <LinesSkeleton label="Carregando números" flush />}
      {!data && error && (
        <ErrorState
          reason={messageOfError(error)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}
