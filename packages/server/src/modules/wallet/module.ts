import { walletEndpoints, withdrawalEndpoints } from '@guilda/contract/wallet';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { type LedgerTasks, ledgerSchedule, ledgerTasks } from './ledger/ledger-sum.ts';
import { walletHandlers } from './routes.ts';

type WalletNeeds = NeedsOf<typeof walletHandlers> & NeedsOf<typeof ledgerTasks>;

export const walletModule: Module<WalletNeeds, LedgerTasks> = {
  name: 'wallet',
  schedule: ledgerSchedule,
  create: (needs) => ({
    endpoints: [handle({ ...walletEndpoints, ...withdrawalEndpoints }, walletHandlers(needs))],
    tasks: ledgerTasks(needs),
  }),
};
