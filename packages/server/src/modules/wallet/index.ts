export {
  checkLedger,
  type LedgerReport,
  type LedgerRule,
  type LedgerSum,
  ledgerSum,
} from './check-ledger.ts';
export { heldLedger, heldWithdrawals } from './held-wallet.ts';
export {
  postCompletion,
  postPayment,
  postPayout,
  postRefund,
  postRefusal,
  postWithdrawal,
  type SaleMoney,
  type WithdrawalMoney,
} from './ledger.ts';
export {
  type LedgerTasks,
  ledgerSchedule,
  ledgerTasks,
  readLedgerSum,
} from './ledger-sum.ts';
export { type WalletDeps, walletHandlers } from './routes.ts';
export { forgetPixKeys } from './withdrawal-store.ts';
