import type { walletEndpoints, withdrawalEndpoints } from '@guilda/contract/wallet';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';
import { getWallet, type WalletDeps } from './get-wallet.ts';

export function walletHandlers(
  deps: WalletDeps,
): Handlers<typeof walletEndpoints & typeof withdrawalEndpoints> {
  return {
    getWallet: ({ actor, query }) => getWallet(deps)(actor, query),
    exportWallet: async () => err('unavailable'),
    listWithdrawals: async () => err('unavailable'),
    requestWithdrawal: async () => err('unavailable'),
    adminListWithdrawals: async () => err('unavailable'),
    settleWithdrawal: async () => err('unavailable'),
    refuseWithdrawal: async () => err('unavailable'),
  };
}
