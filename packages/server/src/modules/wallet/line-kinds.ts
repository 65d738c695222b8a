import type { WalletEntry } from '@guilda/contract/wallet';
import type { LedgerKind } from './ledger-tables.ts';

/**
 * What a seller calls each movement of held plus available: a paid sale comes in gross, its end
 * takes the fee. A payout changes neither and makes no line.
 */
export const lineKinds: Readonly<Record<LedgerKind, WalletEntry['kind']>> = {
  payment: 'sale',
  completion: 'fee',
  refund: 'refund',
  withdrawal: 'withdrawal',
  payout: 'withdrawal',
  withdrawal_refused: 'withdrawal_refused',
};
