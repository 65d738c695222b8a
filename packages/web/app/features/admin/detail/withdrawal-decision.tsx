import type { AdminWithdrawal } from '@guilda/contract/wallet';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { DetailSection } from './section.tsx';

const loadDialogs = () => import('./withdrawal-dialogs.tsx');
const SettleDialog = lazy(() => loadDialogs().then((module) => ({ default: module.SettleDialog })));
const RefuseDialog = lazy(() => loadDialogs().then((module) => ({ default: module.RefuseDialog })));

type OpenDialog = 'settle' | 'refuse' | null;

interface WithdrawalDecisionFormProps {
  withdrawal: AdminWithdrawal;
  /** Whether the withdrawal belongs to the administrator who opened it. */
  own: boolean;
  onDecided: () => void;
}

/** Pays out or refuses a withdrawal. Administrators cannot decide about their own withdrawals. */
export function WithdrawalDecisionForm({
  withdrawal,
  own,
  onDecided,
}: WithdrawalDecisionFormProps) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const [last, setLast] = useState<OpenDialog>(null);
  const show = (which: Exclude<OpenDialog, null>) => {
    setOpen(which);
    setLast(which);
  };
  const dialog = { withdrawal, onClose: () => setOpen(null), onDecided };
  if (own) {
    return (
      <DetailSection title="Decisão">
        <p className="secondary pretty">
          Este saque é seu. Outra pessoa da equipe precisa decidir.
        </p>
      </DetailSection>
    );
  }
  return (
    <DetailSection title="Decisão">
      <Button
        variant="primary"
        icon={<Check className="icon" aria-hidden="true" />}
        onClick={() => show('settle')}
      >
        {withdrawal.automatic ? 'Aprovar e enviar' : 'Marcar como pago'}
      </Button>
      <Button
        variant="danger"
        icon={<Ban className="icon" aria-hidden="true" />}
        onClick={() => show('refuse')}
      >
        Recusar
      </Button>
      <Suspense>
        {last === 'settle' && <SettleDialog {...dialog} open={open === 'settle'} />}
        {last === 'refuse' && <RefuseDialog {...dialog} open={open === 'refuse'} />}
      </Suspense>
    </DetailSection>
  );
}
