import type { ModerationCase } from '@guilda/contract/moderation/moderation-case';
import { Link } from 'react-router';
import { dayAndTimeText, fullDateTimeText } from '../../../lib/format/date-text.ts';
import { Fact } from '../../../ui/display/fact-list.tsx';
import { priceParts } from '../../../ui/text/price-parts.ts';
import * as layout from '../admin.module.css';
import { casePath } from '../model/admin-address.ts';
import { decisionWords } from '../model/words.ts';
import { OrderSection } from './order-section.tsx';
import { DetailSection } from './section.tsx';

type CaseOrderData = NonNullable<ModerationCase['order']>;

const orderStatusTexts: Readonly<Record<string, string>> = {
  awaiting_payment: 'Aguardando pagamento',
  awaiting_start: 'Na fila',
  in_progress: 'Em atendimento',
  complete: 'Concluído',
  cancelled: 'Cancelado',
  refunded: 'Reembolsado',
};

/** The order that a case is about. */
export function CaseOrder({ order }: { order: CaseOrderData }) {
  const { serviceStatus, price } = order;
  return (
    <OrderSection order={order} buyerLabel="Quem comprou">
      <Fact name="Situação">{orderStatusTexts[serviceStatus] ?? serviceStatus}</Fact>
      <Fact name="Valor" kind="numeric">
        {priceParts(price).text}
      </Fact>
    </OrderSection>
  );
}

/** The decision that the person appeals against. */
export function AppealedDecision({
  decision,
}: {
  decision: NonNullable<ModerationCase['decision']>;
}) {
  const { action, reason, until, at } = decision;
  return (
    <DetailSection
      title="Decisão contestada"
      aside={<span className="textSm muted">{dayAndTimeText(new Date(at), new Date())}</span>}
    >
      <p className="bold">
        {decisionWords[action]}
        {until && ` até ${fullDateTimeText(new Date(until))}`}
      </p>
      <p className="secondary breakWords pretty">{reason}</p>
    </DetailSection>
  );
}

/** Other open cases about the same subject. */
export function SimilarCases({ alike }: { alike: ModerationCase['alike'] }) {
  return (
    <DetailSection title="Casos parecidos em aberto">
      <ul className={layout.list}>
        {alike.map(({ id, code, title }) => (
          <li key={id}>
            <Link to={casePath(id)} className="row gap2">
              <span className="numeric muted">{code}</span>
              <bdi className="truncate">{title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}
