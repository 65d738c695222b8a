import type { Dispute } from '@guilda/contract/orders/dispute';
import type { Payment } from '@guilda/contract/orders/orders';
import Scale from 'lucide-react/icons/scale';
import type { ReactNode } from 'react';
import { serverNowMs } from '../../../lib/format/server-time.ts';
import { Disclosure } from '../../../ui/display/disclosure.tsx';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { UserText } from '../../../ui/text/user-text.tsx';
import {
  DisputeTimeline,
  disputeReasonTexts,
  disputeStatusText,
  EvidenceButton,
  unresolvedDisputeOf,
} from '../../disputes/index.ts';
import { useRefetchAfterDeadline } from '../data/use-refetch-after-deadline.ts';
import type { OrderSide } from '../model/order-side.ts';
import * as styles from './dispute-panel.module.css';
import { useNow } from './use-now.ts';

interface DisputePanelProps {
  order: Payment;
  /** The reader's role in the order; null for the team. */
  side: OrderSide | null;
  /** Whether timeline and texts of a resolved dispute are collapsed, so that only its outcome is visible. */
  folded?: boolean | undefined;
  /** Buttons below the texts. */
  actions?: ReactNode;
}

type DisputeTextsProps = Pick<DisputePanelProps, 'order' | 'side'> & { dispute: Dispute };

/** The seller's answer and offer. Renders nothing before the answer, and when the seller returned the whole price. */
function DisputeSellerAnswer({ order, side, dispute: { answer } }: DisputeTextsProps) {
  if (!answer || answer.message === null) return null;
  const { offer, message } = answer;
  return (
    <div>
      <dt className="textXs muted">
        {side === 'seller' ? (
          'Sua resposta'
        ) : (
          <>
            Resposta de <bdi>{order.sellerName}</bdi>
          </>
        )}
      </dt>
      <dd>
        <UserText className="textSm" text={message} />
        {offer !== null && (
          <p className="textSm bold">
            Proposta: devolver {priceParts(offer).text} de {priceParts(order.price).text}
          </p>
        )}
      </dd>
    </div>
  );
}

/** The texts that buyer, seller and team wrote in a dispute. */
function DisputeTexts(props: DisputeTextsProps) {
  const { order, side, dispute } = props;
  const { reason, description, decisionReason } = dispute;
  return (
    <dl className={styles.texts}>
      <div>
        <dt className="textXs muted">
          {side === 'buyer' ? (
            'Seu relato'
          ) : (
            <>
              Relato de <bdi>{order.buyerName}</bdi>
            </>
          )}
        </dt>
        <dd>
          <p className="textSm bold">{disputeReasonTexts[reason]}</p>
          <UserText className="textSm" text={description} />
        </dd>
      </div>
      <DisputeSellerAnswer {...props} />
      {decisionReason !== null && (
        <div>
          <dt className="textXs muted">Motivo da equipe</dt>
          <dd>
            <UserText className="textSm" text={decisionReason} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function DisputeStateText({ order, side, now }: DisputeTextsProps & { now: number }) {
  const status = disputeStatusText(order, side, new Date(now));
  return (
    <p className="textSm breakWords pretty" data-testid="dispute-state">
      <span className="bold">{status?.summary}</span>
      {status?.consequence && <span className="block secondary">{status.consequence}</span>}
    </p>
  );
}

/** State of an unresolved dispute, updated when its deadline passes. */
function UnresolvedDisputeState(props: DisputeTextsProps) {
  const { state, answerBy } = props.dispute;
  const now = useNow(1000);
  useRefetchAfterDeadline(state === 'open' && Date.parse(answerBy) <= now);
  return <DisputeStateText {...props} now={now} />;
}

/** State of the dispute in words. A resolved dispute needs no timer, because its text does not change. */
function DisputeState(props: DisputeTextsProps) {
  return props.dispute.state === 'resolved' ? (
    <DisputeStateText {...props} now={serverNowMs()} />
  ) : (
    <UnresolvedDisputeState {...props} />
  );
}

/** Summary of a resolved dispute: its outcome and the team's reason; details are collapsed. */
function ResolvedDispute(props: DisputeTextsProps) {
  const { order, side, dispute } = props;
  const { decisionReason } = dispute;
  return (
    <>
      <DisputeState {...props} />
      {decisionReason !== null && (
        <div>
          <p className="textXs muted">Motivo da equipe</p>
          <UserText className="textSm" text={decisionReason} />
        </div>
      )}
      <Disclosure
        summaryClassName="textSm"
        summary={<span className="bold">O que cada um disse</span>}
      >
        <div className="column">
          <DisputeTimeline order={order} />
          <DisputeTexts order={order} side={side} dispute={{ ...dispute, decisionReason: null }} />
          <EvidenceButton order={order} />
        </div>
      </Disclosure>
    </>
  );
}

/** The dispute of an order: timeline, state or outcome, and the texts of both people. */
export function DisputePanel({ order, side, folded = false, actions }: DisputePanelProps) {
  const { dispute } = order;
  if (!dispute) return null;
  const open = unresolvedDisputeOf(order) !== null;
  const sharedProps = { order, side, dispute };
  return (
    <section className={styles.panel} data-open={open || undefined} aria-label="Disputa">
      <p className={styles.title}>
        <Scale className="icon" aria-hidden="true" />
        Disputa
      </p>
      {folded && !open ? (
        <ResolvedDispute {...sharedProps} />
      ) : (
        <>
          <DisputeTimeline order={order} />
          <DisputeState {...sharedProps} />
          <DisputeTexts {...sharedProps} />
          <EvidenceButton order={order} />
        </>
      )}
      {actions}
    </section>
  );
}
