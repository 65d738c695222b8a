import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { errorText } from '../../ui/toast.ts';
import { ExportButton } from './export-button.tsx';
import { Statement } from './statement.tsx';
import { useWallet } from './use-wallet.ts';
import { WalletFigures } from './wallet-figures.tsx';
import { WalletSkeleton } from './wallet-skeleton.tsx';
import { Withdrawals } from './withdrawals.tsx';

const load = () => import('./withdraw-dialog.tsx');
const WithdrawDialog = lazy(() => load().then((module) => ({ default: module.WithdrawDialog })));

/** Less than this cannot be paid out (`R$ 1,00`). */
const canWithdraw = (available: string) => Number(available) >= 1;

function Withdraw({ available }: { available: string }) {
  const [open, setOpen] = useState(false);
  const [visits, setVisits] = useState(0);
  useEffect(() => void load(), []);
  return (
    <>
      {canWithdraw(available) ? (
        <Button
          variant="primary"
          icon={<ArrowUpRight className="i" aria-hidden="true" />}
          onClick={() => {
            setVisits(visits + 1);
            setOpen(true);
          }}
        >
          Sacar
        </Button>
      ) : (
        <p className="t-sm mute pre">O saque fica disponível a partir de R$ 1,00.</p>
      )}
      {visits > 0 && (
        <Suspense>
          <WithdrawDialog
            key={visits}
            available={available}
            open={open}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The seller's money: what there is, how to take it out, and every line behind it. */
export function WalletPanel() {
  const wallet = useWallet();
  const sums = wallet.data?.pages[0];
  if (!sums) {
    if (!wallet.error) return <WalletSkeleton />;
    return (
      <ErrorState
        reason={errorText(wallet.error)}
        retrying={wallet.isFetching}
        onRetry={() => void wallet.refetch()}
        className="vazio-u"
      />
    );
  }
  return (
    <>
      <WalletFigures sums={sums} />
      <div className="row carteira-a">
        <Withdraw available={sums.available} />
        <ExportButton />
      </div>
      <div className="carteira">
        <Statement wallet={wallet} />
        <Withdrawals />
      </div>
    </>
  );
}
