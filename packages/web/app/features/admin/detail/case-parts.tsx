import type { DeskCase } from '@guilda/contract/desk-case';
import { Link } from 'react-router';
import { dayAndHour, wholeMoment } from '../../../lib/moments.ts';
import { priceParts } from '../../../ui/price-parts.ts';
import { pathOfCase } from '../model/desk-address.ts';
import { decisionWords } from '../model/words.ts';
import { Section } from './section.tsx';

type Order = NonNullable<DeskCase['order']>;
type Person = Order['buyer'];

const statusWords: Readonly<Record<string, string>> = {
  awaiting_payment: 'Aguardando pagamento',
  awaiting_start: 'Na fila',
  in_progress: 'Em atendimento',
  complete: 'Concluído',
  cancelled: 'Cancelado',
  refunded: 'Reembolsado',
};

function PersonLine({ label, person }: { label: string; person: Person }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="trunca">
        <Link className="link" to={`/user/${person.username}`}>
          <bdi>{person.displayName || person.username}</bdi>
        </Link>
      </dd>
    </div>
  );
}

/** The order that a case is about. */
export function CaseOrder({ order }: { order: Order }) {
  const { purchaseCode, productName, serviceStatus, price, buyer, seller } = order;
  return (
    <Section title="Pedido" aside={<span className="num">{purchaseCode}</span>}>
      <p className="b quebra">
        <bdi>{productName}</bdi>
      </p>
      <dl className="linhas">
        <div>
          <dt>Situação</dt>
          <dd>{statusWords[serviceStatus] ?? serviceStatus}</dd>
        </div>
        <div>
          <dt>Valor</dt>
          <dd className="num">{priceParts(price).text}</dd>
        </div>
        <PersonLine label="Quem comprou" person={buyer} />
        <PersonLine label="Quem vendeu" person={seller} />
      </dl>
    </Section>
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
