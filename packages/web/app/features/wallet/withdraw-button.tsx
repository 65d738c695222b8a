import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { lazy, Suspense, useEffect, useState } from 'react';
import { serverNowMs } from '../../lib/format/server-time.ts';
import { Button } from '../../ui/actions/button.tsx';
import { isResting, restText } from './payout-profile/rest-text.ts';
import { usePayoutProfile } from './payout-profile/use-payout-profile.ts';

const loadWithdrawDialog = () => import('./withdrawals/withdraw-dialog.tsx');
const WithdrawDialog = lazy(() =>
  loadWithdrawDialog().then((module) => ({ default: module.WithdrawDialog })),
);
const PayoutProfileDialog = lazy(() =>
  import('./payout-profile/payout-profile-dialog.tsx').then((module) => ({
    default: module.PayoutProfileDialog,
  })),
);

/** Whether the available balance reaches the minimum withdrawal of R$ 1,00 (`docs/product/money.md`). */
const canWithdraw = (available: string) => Number(available) >= 1;

type OpenDialog = 'profile' | 'withdrawal' | null;

/** The dialogs of a withdrawal: first who receives it, if nobody knows yet, then amount and key. */
function WithdrawDialogs({
  available,
  open,
  setOpen,
}: {
  available: string;
  open: OpenDialog;
  setOpen: (open: OpenDialog) => void;
}) {
  const close = () => setOpen(null);
  return (
    <Suspense>
      {open === 'profile' && (
        <PayoutProfileDialog
          change={false}
          open
          onClose={close}
          onSaved={() => setOpen('withdrawal')}
        />
      )}
      <WithdrawDialog available={available} open={open === 'withdrawal'} onClose={close} />
    </Suspense>
  );
}

/** Button that requests a withdrawal; says why not while there is too little money or the payout profile rests. */
export function WithdrawButton({ available }: { available: string }) {
  const profile = usePayoutProfile().data;
  const [open, setOpen] = useState<OpenDialog>(null);
  const [openings, setOpenings] = useState(0);
  useEffect(() => void loadWithdrawDialog(), []);
  const now = new Date(serverNowMs());
  const start = () => {
    setOpenings(openings + 1);
    setOpen(profile === null ? 'profile' : 'withdrawal');
  };
  if (!canWithdraw(available))
    return <p className="textSm muted pretty">O saque fica disponível a partir de R$ 1,00.</p>;
  if (profile && isResting(profile, now))
    return <p className="textSm muted pretty">{restText(profile, now)}</p>;
  return (
    <>
      <Button
        variant="primary"
        icon={<ArrowUpRight className="icon" aria-hidden="true" />}
        onClick={start}
      >
        Sacar
      </Button>
      {openings > 0 && <WithdrawDialogs key={openings} {...{ available, open, setOpen }} />}
    </>
  );
}
