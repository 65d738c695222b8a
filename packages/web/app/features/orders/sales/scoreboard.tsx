import type { SalesOverview } from '@guilda/contract/orders';
import type { ReactNode } from 'react';
import { priceParts } from '../../../ui/price-parts.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ratingText } from '../../../ui/stars.tsx';
import { spanText } from '../model/times.ts';
import type { Overview, Span } from '../overview/use-overview.ts';

interface FigureProps {
  name: string;
  children: ReactNode;
  /** Small, after the figure. */
  note?: string | undefined;
}

function Figure({ name, children, note }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="num">{children}</span>
        {note && <span className="placar-n">{note}</span>}
      </dd>
    </div>
  );
}

function reviews({ reviewCount }: SalesOverview): string | undefined {
  if (reviewCount === 0) return undefined;
  return reviewCount === 1 ? '1 avaliação' : `${reviewCount} avaliações`;
}

/** A seller's figures, felt in both themes. */
export function Scoreboard({ overview, span }: { overview: Overview; span: Span }) {
  const { data, isPending } = overview;
  const shown = (figure: (sums: SalesOverview) => string) => {
    if (data) return figure(data);
    return isPending ? <Skeleton width="6ch" height="1.05em" /> : '—';
  };
  return (
    <dl className="placar on-mesa">
      <Figure name={`Recebido em ${span} dias`}>
        {shown(({ incomeTotal }) => priceParts(incomeTotal).text)}
      </Figure>
      <Figure name="Atendimentos concluídos">{shown(({ completed }) => String(completed))}</Figure>
      <Figure name="Nota" note={data && reviews(data)}>
        {shown(({ rating }) => (rating === null ? '—' : ratingText(rating)))}
      </Figure>
      <Figure name="Você costuma começar em">
        {shown(({ responseMs }) => (responseMs === null ? '—' : spanText(responseMs)))}
      </Figure>
    </dl>
  );
}
