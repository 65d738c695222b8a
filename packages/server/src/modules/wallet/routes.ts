import type { walletEndpoints } from '@guilda/contract/wallet';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { getWallet, type WalletDeps } from './get-wallet.ts';

export function walletHandlers(deps: WalletDeps): Handlers<typeof walletEndpoints> {
  return {
    getWallet: ({ actor, query }) => getWallet(deps)(actor, query),
  };
}
