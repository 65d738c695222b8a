import type { DeskCase } from '@guilda/contract/desk-case';
import { Link } from 'react-router';
import { dayAndHour, wholeMoment } from '../../../lib/moments.ts';
import { priceParts } from '../../../ui/price-parts.ts';
import { pathOfCase } from '../model/desk-address.ts';
import { decisionWords } from '../model/words.ts';
import { OrderSection } from './order-section.tsx';
import { Section } from './section.tsx';

type Order = NonNullable<DeskCase['order']>;

const statusWords: Readonly<Record<string, string>> = {
  awaiting_payment: 'Aguardando pagamento',
  awaiting_start: 'Na fila',
  in_progress: 'Em atendimento',
  complete: 'Concluído',
  cancelled: 'Cancelado',
  refunded: 'Reembolsado',
};

/** The order that a case is about. */
export function CaseOrder({ order }: { order: Order }) {
  const { serviceStatus, price } = order;
  return (
    <OrderSection order={order} buyerLabel="Quem comprou">
      <div>
        <dt>Situação</dt>
        <dd>{statusWords[serviceStatus] ?? serviceStatus}</dd>
      </div>
      <div>
        <dt>Valor</dt>
        <dd className="num">{priceParts(price).text}</dd>
      </div>
    </OrderSection>
  );
}

/** What an appeal is about. */
export function AppealedDecision({ decision }: { decision: NonNullable<DeskCase['decision']> }) {
  const { action, reason, until, at } = decision;
  return (
    <Section
      title="Decisão contestada"
      aside={<span className="t-sm mute">{dayAndHour(new Date(at), new Date())}</span>}
    >
      <p className="b">
        {decisionWords[action]}
        {until && ` até ${wholeMoment(new Date(until))}`}
      </p>
      <p className="dim quebra pre">{reason}</p>
    </Section>
  );
}

/** Other open cases about the same. */
export function AlikeCases({ alike }: { alike: DeskCase['alike'] }) {
  return (
    <Section title="Casos parecidos em aberto">
      <ul className="mod-al">
        {alike.map(({ id, code, title }) => (
          <li key={id}>
            <Link to={pathOfCase(id)} className="row g2">
              <span className="num mute">{code}</span>
              <bdi className="trunca">{title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
