import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { messageOfError } from '../../ui/feedback/toast.ts';
import { priceParts } from '../../ui/text/price-parts.ts';
import { ExportStatementButton } from './export-statement-button.tsx';
import { WalletStatement } from './statement.tsx';
import { useWallet, type WalletQuery } from './use-wallet.ts';
import { WalletBalances, WalletSkeleton } from './wallet-balances.tsx';
import * as styles from './wallet-panel.module.css';
import { Withdrawals } from './withdrawals/withdrawals.tsx';

const loadWithdrawDialog = () => import('./withdrawals/withdraw-dialog.tsx');
const WithdrawDialog = lazy(() =>
  loadWithdrawDialog().then((module) => ({ default: module.WithdrawDialog })),
);

type WalletSums = Pick<NonNullable<WalletQuery['data']>['pages'][number], 'available' | 'debt'>;

/** Whether the available balance reaches the minimum withdrawal of R$ 1,00 (`docs/product/money.md`). */
const canWithdraw = (available: string) => Number(available) >= 1;

/** Why nothing can be withdrawn now; null when the balance and the debt allow it. */
function withdrawalObstacle({ available, debt }: WalletSums): string | null {
  if (Number(debt) > 0) {
    return `Saques voltam quando suas vendas pagarem os ${priceParts(debt).text} a devolver. Saques já pedidos também esperam.`;
  }
  return canWithdraw(available) ? null : 'O saque fica disponível a partir de R$ 1,00.';
}

function WithdrawButton({ sums }: { sums: WalletSums }) {
  const { available } = sums;
  const obstacle = withdrawalObstacle(sums);
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  useEffect(() => void loadWithdrawDialog(), []);
  return (
    <>
      {obstacle === null ? (
        <Button
          variant="primary"
          icon={<ArrowUpRight className="icon" aria-hidden="true" />}
          onClick={() => {
            setOpenings(openings + 1);
            setOpen(true);
          }}
        >
          Sacar
        </Button>
      ) : (
        <p className="textSm muted pretty">{obstacle}</p>
      )}
      {openings > 0 && (
        <Suspense>
          <WithdrawDialog
            key={openings}
            available={available}
            open={open}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The seller's wallet: balances, statement and withdrawals. */
export function WalletPanel() {
  const wallet = useWallet();
  const sums = wallet.data?.pages[0];
  if (!sums) {
    if (!wallet.error) return <WalletSkeleton />;
    return (
      <ErrorState
        reason={messageOfError(wallet.error)}
        retrying={wallet.isFetching}
        onRetry={() => void wallet.refetch()}
        narrow
      />
    );
  }
  return (
    <>
      <WalletBalances sums={sums} />
      <div className={`row ${styles.actions}`}>
        <WithdrawButton sums={sums} />
        <ExportStatementButton />
      </div>
      <div className={styles.columns}>
        <WalletStatement wallet={wallet} />
        <Withdrawals />
      </div>
    </>
  );
}
