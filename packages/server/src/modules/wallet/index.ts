export type { WalletDeps } from './get-wallet.ts';
export {
  type LedgerSum,
  ledgerSum,
  postCompletion,
  postPayment,
  postRefund,
  type SaleMoney,
} from './ledger.ts';
export { walletHandlers } from './routes.ts';
