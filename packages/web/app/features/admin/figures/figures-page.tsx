import type { Figures } from '@guilda/contract/figures';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { api } from '../../../lib/api.ts';
import { Chip } from '../../../ui/chip.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { priceParts } from '../../../ui/price-parts.ts';
import { errorText } from '../../../ui/toast.ts';
import { LinesSkeleton } from '../desk-skeleton.tsx';
import { hoursText } from '../model/clocks.ts';
import { shareText } from '../model/figures.ts';
import { eventText } from '../model/words.ts';
import { ChartSheet } from './chart-sheet.tsx';
import { Counted } from './counted.tsx';

const spans = ['7', '30', '90'] as const;
type Span = (typeof spans)[number];

function useFigures(days: Span) {
  return useQuery({
    queryKey: ['admin', 'figures', days],
    queryFn: ({ signal }) => api().figures.getFigures({ query: { days } }, { signal }),
    staleTime: 0,
  });
}

const number = new Intl.NumberFormat('pt-BR');
const money = (value: number) => priceParts(value.toFixed(2)).text;
const plain = (value: number) => number.format(value);

function Response({ figures: { response, waiting } }: { figures: Figures }) {
  const facts = [
    { label: 'Metade em até', value: hoursText(response.median) },
    { label: '90 % em até', value: hoursText(response.p90) },
    { label: 'No prazo', value: shareText(response.inTime, response.decided) },
    { label: 'Decididos', value: plain(response.decided) },
    { label: 'Esperando', value: plain(waiting.open) },
    { label: 'Atrasados', value: plain(waiting.late), late: waiting.late > 0 },
  ];
  return (
    <section className="painel liso" aria-labelledby="num-resposta">
      <h2 className="b" id="num-resposta">
        Tempo de resposta
      </h2>
      <dl className="num-f">
        {facts.map(({ label, value, late }) => (
          <div key={label} className={late ? 'late' : undefined}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Charts({ figures: { days } }: { figures: Figures }) {
  const labels = days.map(({ day }) => day);
  const income = days.map((day) => Number(day.income));
  const users = days.map(({ newUsers }) => newUsers);
  const orders = days.map((day) => day.orders);
  return (
    <div className="num-g">
      <ChartSheet title="Pessoas novas" days={labels} values={users} text={plain} />
      <ChartSheet title="Pedidos pagos" days={labels} values={orders} text={plain} />
      <ChartSheet title="Receita da Guilda" days={labels} values={income} text={money} />
    </div>
  );
}

function Inside({ figures }: { figures: Figures }) {
  const labels = figures.days.map(({ day }) => day);
  return (
    <>
      <Response figures={figures} />
      <Charts figures={figures} />
      {figures.events.length > 0 && (
        <section className="col" aria-labelledby="num-eventos">
          <h2 className="t-xl" id="num-eventos">
            O que as pessoas fazem
          </h2>
          <div className="num-g">
            {figures.events.map(({ event, counts }) => (
              <ChartSheet
                key={event}
                small
                title={eventText(event)}
                days={labels}
                values={counts}
                text={plain}
              />
            ))}
          </div>
        </section>
      )}
      <Counted figures={figures} />
    </>
  );
}

/** How the product does, for 7, 30 or 90 days. */
export function FiguresPage() {
  const [params] = useSearchParams();
  const days = spans.find((span) => span === params.get('dias')) ?? '30';
  const { data, error, isFetching, refetch } = useFigures(days);
  return (
    <div className="col num-p">
      <nav className="row g1" aria-label="Período">
        {spans.map((span) => (
          <Chip
            key={span}
            asLink
            pressed={span === days}
            to={{ search: `?aba=numeros&dias=${span}` }}
            replace
          >
            {`${span} dias`}
          </Chip>
        ))}
      </nav>
      {data && <Inside figures={data} />}
      {!data && !error && <LinesSkeleton label="Carregando números" flush />}
      {!data && error && (
        <ErrorState
          reason={errorText(error)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}
