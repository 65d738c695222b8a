import { parseMoney } from '@guilda/contract/money/money';
import { disputeCodeOf } from '@guilda/contract/money/money-codes';
import type { AdminDispute } from '@guilda/contract/orders/dispute-endpoints';
import clsx from 'clsx';
import Scale from 'lucide-react/icons/scale';
import { Link } from 'react-router';
import { fullDateTimeText } from '../../../lib/format/date-text.ts';
import { Fact } from '../../../ui/display/fact-list.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import { Price } from '../../../ui/text/price.tsx';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { UserText } from '../../../ui/text/user-text.tsx';
import {
  DisputeTimeline,
  disputeReasonTexts,
  disputeStatusText,
  EvidenceButton,
} from '../../disputes/index.ts';
import * as layout from '../admin.module.css';
import { ItemSkeleton } from '../admin-skeleton.tsx';
import { caseAgeText } from '../model/duration-texts.ts';
import { useServerNowMs } from '../model/use-server-now-ms.ts';
import { DueClock } from '../queue/due-clock.tsx';
import type { DetailProps } from './detail-props.ts';
import { DisputeDecision } from './dispute-decision.tsx';
import { ItemError } from './item-error.tsx';
import { OrderSection } from './order-section.tsx';
import { PaneHead } from './pane-head.tsx';
import { DetailSection } from './section.tsx';
import { useDispute } from './use-item.ts';

interface DisputeProps {
  dispute: AdminDispute;
}

const personNameOf = ({ displayName, username }: AdminDispute['buyer']) => displayName || username;

function DisputeHeader({ dispute }: DisputeProps) {
  const { id, purchaseCode, openedAt, decideBy, state, price } = dispute;
  const now = useServerNowMs();
  const age = caseAgeText(Date.parse(openedAt), now);
  const isOpen = state !== 'resolved';
  return (
    <PaneHead
      id={id}
      above={
        <>
          <span className="numeric">{disputeCodeOf(purchaseCode)}</span>
          <span>
            {isOpen ? (age === 'agora' ? 'aberta agora' : `aberta há ${age}`) : 'terminada'}
          </span>
          {isOpen && <DueClock item={{ createdAt: openedAt, dueAt: decideBy }} now={now} />}
        </>
      }
      tags={
        <Tag
          tone={isOpen ? 'warn' : 'neutral'}
          icon={<Scale className="icon" aria-hidden="true" />}
        >
          Disputa
        </Tag>
      }
    >
      <Price value={price} size="xl" />
    </PaneHead>
  );
}

/** Progress of the dispute, in the same words as on the order's page. */
function DisputeProgress({ dispute }: DisputeProps) {
  const { buyer, seller, price } = dispute;
  const now = new Date(useServerNowMs());
  const names = { buyerName: personNameOf(buyer), sellerName: personNameOf(seller) };
  const status = disputeStatusText({ ...names, price, dispute }, null, now);
  return (
    <DetailSection title="Situação">
      <DisputeTimeline order={{ dispute }} />
      <p className="breakWords pretty">
        <span className="bold">{status?.summary}</span>
        {status?.consequence && <span className="block secondary">{status.consequence}</span>}
      </p>
    </DetailSection>
  );
}

function DisputedOrder({ dispute }: DisputeProps) {
  const { paymentId, packOpened, contestedAmount } = dispute;
  return (
    <OrderSection order={dispute} buyerLabel="Quem comprou">
      {packOpened && <Fact name="Arquivos do pacote">Quem comprou já abriu</Fact>}
      {parseMoney(contestedAmount) !== 0 && (
        <Fact name="Contestado no banco">
          {priceParts(contestedAmount).text}. A decisão divide só o resto.
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

function SentTime({ at }: { at: string }) {
  return (
    <time className="textSm muted" dateTime={at}>
      {fullDateTimeText(new Date(at))}
    </time>
  );
}

function SellerAnswer({ dispute }: DisputeProps) {
  const { answer, answeredAt, answerBy, seller, price, state } = dispute;
  const title = (
    <>
      Resposta de <bdi>{personNameOf(seller)}</bdi>
    </>
  );
  if (answer === null) {
    const waitingText = `Ainda não respondeu. O prazo é ${fullDateTimeText(new Date(answerBy))}.`;
    return (
      <DetailSection title={title}>
        <p className="secondary pretty">{state === 'open' ? waitingText : 'Não respondeu.'}</p>
      </DetailSection>
    );
  }
  return (
    <DetailSection title={title} aside={answeredAt && <SentTime at={answeredAt} />}>
      {answer.message !== null && <UserText className="secondary" text={answer.message} />}
      {answer.accept && <p className="bold">Devolveu tudo.</p>}
      {answer.offer !== null && (
        <p className="bold">
          Proposta: devolver {priceParts(answer.offer).text} de {priceParts(price).text}
        </p>
      )}
    </DetailSection>
  );
}

/** Details of a dispute: the order, the statements of buyer and seller, and the decision. */
export function DisputeDetail({ id, uid, onDecided }: DetailProps) {
  const query = useDispute(id);
  const dispute = query.data;
  if (!dispute) return query.error ? <ItemError query={query} /> : <ItemSkeleton />;
  const { buyer, reason, description, openedAt } = dispute;
  return (
    <article>
      <DisputeHeader dispute={dispute} />
      <div className={layout.columns}>
        <div className={clsx(layout.stack, 'column')}>
          <DisputeProgress dispute={dispute} />
          <DetailSection
            title={
              <>
                Relato de <bdi>{personNameOf(buyer)}</bdi>
              </>
            }
            aside={<SentTime at={openedAt} />}
          >
            <p className="bold">{disputeReasonTexts[reason]}</p>
            <UserText className="secondary" text={description} />
          </DetailSection>
          <SellerAnswer dispute={dispute} />
        </div>
        <aside className={clsx(layout.stack, layout.side, 'column')} aria-label="Pedido e decisão">
          <DisputeDecision dispute={dispute} uid={uid} onDecided={onDecided} />
          <DisputedOrder dispute={dispute} />
          <EvidenceButton order={{ id: dispute.paymentId, purchaseCode: dispute.purchaseCode }} />
        </aside>
      </div>
    </article>
  );
}
