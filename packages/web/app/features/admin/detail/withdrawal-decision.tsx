import type { AdminWithdrawal } from '@guilda/contract/money/wallet';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { CannotDecideNotice } from './cannot-decide-notice.tsx';
import { DetailSection } from './section.tsx';
import { settleLabelOf } from './settle-label.ts';

const loadDialogs = () => import('./withdrawal-dialogs.tsx');
const SettleDialog = lazy(() => loadDialogs().then((module) => ({ default: module.SettleDialog })));
const RefuseDialog = lazy(() => loadDialogs().then((module) => ({ default: module.RefuseDialog })));

type OpenDialog = 'settle' | 'refuse' | null;

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
  const [lastDialog, setLastDialog] = useState<OpenDialog>(null);
  const openDialog = (openedDialog: Exclude<OpenDialog, null>) => {
    setOpen(openedDialog);
    setLastDialog(openedDialog);
  };
  const dialogProps = { withdrawal, onClose: () => setOpen(null), onDecided };
  const hasApproved = withdrawal.firstApproval?.uid === uid;
  if (withdrawal.uid === uid) {
    return <CannotDecideNotice why="Este saque é seu." />;
  }
  return (
    <DetailSection title="Decisão">
      {withdrawal.needsTwoAdmins && (
        <p className="textSm secondary pretty">
          {hasApproved
            ? `Você já aprovou. Outra pessoa da equipe precisa ${withdrawal.automatic ? 'aprovar o envio' : 'transferir e marcar como pago'}.`
            : 'Acima do limite de um dia, saques precisam de duas pessoas da equipe.'}
        </p>
      )}
      {!hasApproved && (
        <Button
          variant="primary"
          icon={<Check className="icon" aria-hidden="true" />}
          onClick={() => openDialog('settle')}
        >
          {settleLabelOf(withdrawal)}
        </Button>
      )}
      <Button
        variant="danger"
        icon={<Ban className="icon" aria-hidden="true" />}
        onClick={() => openDialog('refuse')}
      >
        Recusar
      </Button>
      <Suspense>
        {lastDialog === 'settle' && <SettleDialog {...dialogProps} open={open === 'settle'} />}
        {lastDialog === 'refuse' && <RefuseDialog {...dialogProps} open={open === 'refuse'} />}
      </Suspense>
    </DetailSection>
  );
}
