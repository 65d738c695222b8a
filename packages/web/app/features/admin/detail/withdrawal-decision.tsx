import type { AdminWithdrawal } from '@guilda/contract/money/wallet';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { CannotDecideNotice } from './cannot-decide-notice.tsx';
import { DetailSection } from './section.tsx';
import { isBlockedByDebt, settleLabelOf } from './settle-label.ts';

const loadSettleDialog = () =>
  import('./withdrawal-dialogs.tsx').then((module) => module.SettleDialog);
const loadRefuseDialog = () =>
  import('./withdrawal-dialogs.tsx').then((module) => module.RefuseDialog);

type OpenDialog = 'settle' | 'refuse' | null;

/** What the second administrator has to do. */
function nextStepText(withdrawal: AdminWithdrawal): string {
  if (withdrawal.automatic) return 'aprovar o envio';
  return withdrawal.payout === null && !isBlockedByDebt(withdrawal)
    ? 'transferir e marcar como pago'
    : 'decidir';
}

/** Why a withdrawal of a person with a debt cannot be paid, and what can be done instead. */
function blockedText({ debt, payoutFailed }: AdminWithdrawal): string {
  const reason = `Este saque não pode ser pago agora: a pessoa tem ${priceParts(debt).text} a devolver.`;
  return payoutFailed
    ? `${reason} A conta foi encerrada: só dá para recusar.`
    : `${reason} Espere até que as vendas dela cubram esse valor, ou recuse.`;
}

interface WithdrawalDecisionFormProps {
  withdrawal: AdminWithdrawal;
  /** Uid of the signed-in administrator, who has the withdrawal on screen. */
  uid: string;
  onDecided: () => void;
}

/**
 * Pays out or refuses a withdrawal; a large withdrawal is approved by one administrator and paid by another.
 * Administrators cannot decide about their own withdrawals.
 */
export function WithdrawalDecisionForm({
  withdrawal,
  uid,
  onDecided,
}: WithdrawalDecisionFormProps) {
  const [open, setOpen] = useState<OpenDialog>(null);
  // As it was when the dialog opened: the step to confirm must not change under the pointer. The server refuses a step
  // that is no longer due.
  const [asked, setAsked] = useState(withdrawal);
  const close = () => setOpen(null);
  const SettleDialog = useLazyComponent(loadSettleDialog, open === 'settle', close);
  const RefuseDialog = useLazyComponent(loadRefuseDialog, open === 'refuse', close);
  const openSettle = () => {
    setAsked(withdrawal);
    setOpen('settle');
  };
  const dialogProps = { onClose: close, onDecided };
  const hasApproved = withdrawal.firstApproval?.uid === uid;
  const isBlocked = isBlockedByDebt(withdrawal);
  if (withdrawal.uid === uid) {
    return <CannotDecideNotice why="Este saque é seu." />;
  }
  return (
    <DetailSection title="Decisão">
      {withdrawal.needsTwoAdmins && (
        <p className="textSm secondary pretty">
          {hasApproved
            ? `Você já aprovou. Outra pessoa da equipe precisa ${nextStepText(withdrawal)}.`
            : 'Acima do limite de um dia, saques precisam de duas pessoas da equipe.'}
        </p>
      )}
      {isBlocked && <p className="textSm secondary pretty">{blockedText(withdrawal)}</p>}
      {!hasApproved && !isBlocked && (
        <Button
          variant="primary"
          icon={<Check className="icon" aria-hidden="true" />}
          onClick={openSettle}
        >
          {settleLabelOf(withdrawal)}
        </Button>
      )}
      <Button
        variant="danger"
        icon={<Ban className="icon" aria-hidden="true" />}
        onClick={() => setOpen('refuse')}
      >
        Recusar
      </Button>
      {SettleDialog && (
        <SettleDialog {...dialogProps} withdrawal={asked} open={open === 'settle'} />
      )}
      {RefuseDialog && (
        <RefuseDialog {...dialogProps} withdrawal={withdrawal} open={open === 'refuse'} />
      )}
    </DetailSection>
  );
}
