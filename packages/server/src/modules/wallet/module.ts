import { walletEndpoints, withdrawalEndpoints } from '@guilda/contract/money/wallet';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { type LedgerTasks, ledgerSchedule, ledgerTasks } from './ledger/ledger-sum.ts';
import { handlePayoutWebhook } from './payouts/handle-payout-webhook.ts';
import type { PayoutTasks } from './payouts/payout-jobs.ts';
import { payoutSchedule, payoutTasks } from './payouts/tasks.ts';
import { walletHandlers } from './routes.ts';

type WalletModuleDeps = NeedsOf<typeof walletHandlers> &
  NeedsOf<typeof ledgerTasks> &
  NeedsOf<typeof payoutTasks> &
  NeedsOf<typeof handlePayoutWebhook>;

export const walletModule: Module<WalletModuleDeps, LedgerTasks & PayoutTasks> = {
  name: 'wallet',
  schedule: { ...ledgerSchedule, ...payoutSchedule },
  create: (needs) => ({
    endpoints: [handle({ ...walletEndpoints, ...withdrawalEndpoints }, walletHandlers(needs))],
    tasks: { ...ledgerTasks(needs), ...payoutTasks(needs) },
    webhooks: { payouts: handlePayoutWebhook(needs) },
  }),
};
