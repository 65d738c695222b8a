import type { AdminChargeback } from '@guilda/contract/orders/chargebacks';
import clsx from 'clsx';
import { Link } from 'react-router';
import { fullDateTimeText } from '../../../lib/format/date-text.ts';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import { Fact } from '../../../ui/display/fact-list.tsx';
import { Tag, type TagTone } from '../../../ui/display/tag.tsx';
import { Price } from '../../../ui/text/price.tsx';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { EvidenceButton } from '../../disputes/index.ts';
import * as layout from '../admin.module.css';
import { ItemSkeleton } from '../admin-skeleton.tsx';
import * as styles from './detail.module.css';
import { ItemError } from './item-error.tsx';
import { OrderSection } from './order-section.tsx';
import { PaneHead } from './pane-head.tsx';
import { DetailSection } from './section.tsx';
import { useChargeback } from './use-item.ts';

const statusTags: Record<AdminChargeback['status'], { tone: TagTone; label: string }> = {
  open: { tone: 'warn', label: 'O banco ainda não decidiu' },
  lost: { tone: 'danger', label: 'Decidida para quem comprou' },
  won: { tone: 'neutral', label: 'Decidida para quem vendeu' },
};

const kindTexts: Record<AdminChargeback['kind'], string> = {
  card: 'Contestação do cartão',
  pix: 'Contestação do Pix (MED)',
};

const chargebackTimeText = (at: string) => fullDateTimeText(new Date(at));

/** Text of the deadline for evidence, as the provider reports it. */
function deadlineText({ evidenceBy, status }: AdminChargeback): string {
  if (evidenceBy) return chargebackTimeText(evidenceBy);
  return status === 'open' ? 'O provedor não informou prazo' : 'Não houve prazo';
}

function ChargebackFacts({ chargeback }: { chargeback: AdminChargeback }) {
  const { createdAt, decidedAt, paymentId, reversed, sellerDebt } = chargeback;
  return (
    <OrderSection order={chargeback} buyerLabel="Quem contestou">
      <Fact name="Enviar provas até" kind="numeric">
        {deadlineText(chargeback)}
      </Fact>
      <Fact name="Saiu do pedido" kind="numeric">
        {priceParts(reversed).text}
      </Fact>
      <Fact name="Quem vendeu deve" kind="numeric">
        {priceParts(sellerDebt).text}
      </Fact>
      <Fact name="Desde" kind="numeric">
        {chargebackTimeText(createdAt)}
      </Fact>
      {decidedAt && (
        <Fact name="Decidida" kind="numeric">
          {chargebackTimeText(decidedAt)}
        </Fact>
      )}
      <Fact name="Histórico">
        <Link className="link" to={`/sales?pedido=${paymentId}&acao=detalhes`}>
          Ver o pedido
        </Link>
      </Fact>
    </OrderSection>
  );
}

/** Says what the team must do next, and where. */
function NextStep({ chargeback }: { chargeback: AdminChargeback }) {
  const { status, reversed, paymentId, purchaseCode, provider, providerChargebackId } = chargeback;
  const wasReturnedBefore = Number(reversed) === 0;
  return (
    <DetailSection title="O que fazer">
      <p className="secondary pretty">
        {status === 'open'
          ? 'Responda no painel do provedor de pagamento, com as provas do pedido, antes do prazo.'
          : 'O banco decidiu. Não há nada a fazer.'}
      </p>
      {wasReturnedBefore && (
        <p className="secondary pretty">
          O dinheiro deste pedido já tinha voltado antes. Nada saiu da carteira de quem vendeu:
          mostre o reembolso ao banco.
        </p>
      )}
      <div className={clsx(styles.amount, 'row')}>
        <span className="textSm breakWords">{`${provider} · ${providerChargebackId}`}</span>
        <CopyButton text={providerChargebackId} label="Copiar código" done="Código copiado" />
      </div>
      <EvidenceButton order={{ id: paymentId, purchaseCode }} />
    </DetailSection>
  );
}

/** Details of a chargeback: amount, people, order, the provider's deadline and what to do. */
export function ChargebackDetail({ id }: { id: string }) {
  const query = useChargeback(id);
  const chargeback = query.data;
  if (!chargeback) return query.error ? <ItemError query={query} /> : <ItemSkeleton />;
  const { tone, label } = statusTags[chargeback.status];
  return (
    <article>
      <PaneHead
        id={id}
        above={<span>{kindTexts[chargeback.kind]}</span>}
        tags={<Tag tone={tone}>{label}</Tag>}
      >
        <Price value={chargeback.amount} size="xl" />
      </PaneHead>
      <div className={layout.columns}>
        <div className={clsx(layout.stack, 'column')}>
          <ChargebackFacts chargeback={chargeback} />
        </div>
        <NextStep chargeback={chargeback} />
      </div>
    </article>
  );
}
