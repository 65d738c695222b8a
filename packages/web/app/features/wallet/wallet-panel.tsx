import { useSession } from '../../lib/session/session.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { messageOfError } from '../../ui/feedback/toast.ts';
import { AnnualStatements } from './annual-statements.tsx';
import { PayoutProfileSection } from './payout-profile/payout-profile-section.tsx';
import { WalletStatement } from './statement.tsx';
import { useWallet } from './use-wallet.ts';
import { WalletBalances, WalletSkeleton } from './wallet-balances.tsx';
import * as styles from './wallet-panel.module.css';
import { WithdrawButton } from './withdraw-button.tsx';
import { Withdrawals } from './withdrawals/withdrawals.tsx';

/** The seller's wallet: balances, statement, withdrawals and who receives them. */
export function WalletPanel() {
  const wallet = useWallet();
  const uid = useSession(({ user }) => user?.uid);
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
        {uid !== undefined && <WithdrawButton key={uid} uid={uid} sums={sums} />}
      </div>
      <div className={styles.columns}>
        <Withdrawals />
        <div className={styles.statement}>
          <WalletStatement wallet={wallet} />
        </div>
        <PayoutProfileSection />
        <AnnualStatements />
      </div>
    </>
  );
}
