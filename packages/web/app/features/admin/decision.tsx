import type { AdminWithdrawal } from '@guilda/contract/wallet';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';

const load = () => import('./decision-dialogs.tsx');
const SettleDialog = lazy(() => load().then((module) => ({ default: module.SettleDialog })));
const RefuseDialog = lazy(() => load().then((module) => ({ default: module.RefuseDialog })));

type Open = 'settle' | 'refuse' | null;

/** Paying out or refusing; nobody decides about their own money. */
export function Decision({ withdrawal, own }: { withdrawal: AdminWithdrawal; own: boolean }) {
  const [open, setOpen] = useState<Open>(null);
  const [last, setLast] = useState<Open>(null);
  const show = (which: Exclude<Open, null>) => {
    setOpen(which);
    setLast(which);
  };
  const close = () => setOpen(null);
  if (own) {
    return (
      <section className="painel liso col g2" aria-labelledby="decisao">
        <h3 className="b" id="decisao">
          Decisão
        </h3>
        <p className="dim pre">Este saque é seu. Outra pessoa da equipe precisa decidir.</p>
      </section>
    );
  }
  return (
    <section className="painel liso col g2" aria-labelledby="decisao">
      <h3 className="b" id="decisao">
        Decisão
      </h3>
      <Button
        variant="primary"
        icon={<Check className="i" aria-hidden="true" />}
        onClick={() => show('settle')}
      >
        Marcar como pago
      </Button>
      <Button
        variant="danger"
        icon={<Ban className="i" aria-hidden="true" />}
        onClick={() => show('refuse')}
      >
        Recusar
      </Button>
      <Suspense>
        {last === 'settle' && (
          <SettleDialog withdrawal={withdrawal} open={open === 'settle'} onClose={close} />
        )}
        {last === 'refuse' && (
          <RefuseDialog withdrawal={withdrawal} open={open === 'refuse'} onClose={close} />
        )}
      </Suspense>
    </section>
  );
}
