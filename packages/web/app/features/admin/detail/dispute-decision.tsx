import type { AdminDispute } from '@guilda/contract/orders/dispute-endpoints';
import { dayAndTimeText } from '../../../lib/format/date-text.ts';
import { UserText } from '../../../ui/text/user-text.tsx';
import { CannotDecideNotice } from './cannot-decide-notice.tsx';
import { DisputeDecisionForm } from './dispute-decision-form.tsx';
import { DetailSection } from './section.tsx';

interface DisputeDecisionProps {
  dispute: AdminDispute;
  /** Uid of the signed-in administrator, who has the dispute on screen. */
  uid: string;
  onDecided: () => void;
}

/** Short names of the outcomes; the section Situação describes them in whole sentences. */
const outcomeTexts: Readonly<Record<NonNullable<AdminDispute['outcome']>, string>> = {
  refunded: 'Tudo devolvido',
  partly_refunded: 'Uma parte devolvida',
  released: 'Liberado para quem vendeu',
  withdrawn: 'Retirada por quem comprou',
};

function DecidedDispute({ dispute }: Pick<DisputeDecisionProps, 'dispute'>) {
  const { outcome, decisionReason, decidedAt } = dispute;
  return (
    <DetailSection title="Como terminou">
      <p className="bold">{outcome && outcomeTexts[outcome]}</p>
      {decisionReason !== null && <UserText className="secondary" text={decisionReason} />}
      <p className="textSm muted">
        {[
          decisionReason === null ? 'Sem decisão da equipe' : 'Decisão da equipe',
          decidedAt && dayAndTimeText(new Date(decidedAt), new Date()),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </DetailSection>
  );
}

/**
 * How a dispute ended, otherwise the form to decide it. Administrators cannot decide disputes of their own orders.
 */
export function DisputeDecision({ dispute, uid, onDecided }: DisputeDecisionProps) {
  if (dispute.state === 'resolved') return <DecidedDispute dispute={dispute} />;
  if (dispute.buyer.uid === uid || dispute.seller.uid === uid) {
    return <CannotDecideNotice why="Este pedido é seu." />;
  }
  return <DisputeDecisionForm dispute={dispute} onDecided={onDecided} />;
}
