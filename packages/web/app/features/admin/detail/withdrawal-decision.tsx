import type { AdminWithdrawal } from '@guilda/contract/wallet';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Section } from './section.tsx';

const load = () => import('./withdrawal-dialogs.tsx');
const SettleDialog = lazy(() => load().then((module) => ({ default: module.SettleDialog })));
const RefuseDialog = lazy(() => load().then((module) => ({ default: module.RefuseDialog })));

type Open = 'settle' | 'refuse' | null;

interface DecisionProps {
  withdrawal: AdminWithdrawal;
  /** Uid of the administrator who looks at it. */
  own: boolean;
  onDecided: () => void;
}

/** Pays out or refuses a withdrawal. Administrators cannot decide about their own. */
export function WithdrawalDecisionForm({ withdrawal, own, onDecided }: DecisionProps) {
  const [open, setOpen] = useState<Open>(null);
  const [last, setLast] = useState<Open>(null);
  const show = (which: Exclude<Open, null>) => {
    setOpen(which);
    setLast(which);
  };
  const dialog = { withdrawal, onClose: () => setOpen(null), onDecided };
  if (own) {
    return (
      <Section title="Decisão">
        <p className="secondary pretty">
          Este saque é seu. Outra pessoa da equipe precisa decidir.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Decisão">
      <Button
        variant="primary"
        icon={<Check className="icon" aria-hidden="true" />}
        onClick={() => show('settle')}
      >
        Marcar como pago
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
    </Section>
  );
}
