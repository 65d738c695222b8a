export {
  createSellersReport,
  LedgerDifferenceError,
  type MonthOfYear,
  monthText,
} from './annual-statements/sellers-report.ts';
export { createStatementRenderer } from './annual-statements/statement-renderer.ts';
export { ledgerDataExport, payoutProfileDataExport, withdrawalsDataExport } from './data-export.ts';
export {
  type OrderPosting,
  postClearingRefund,
  postCompletion,
  postPartialRefund,
  postPayment,
  postPayout,
  postRefund,
  postRelease,
  postWithdrawal,
  postWithdrawalRefusal,
  type WithdrawalPosting,
} from './ledger/ledger.ts';
export {
  checkLedger,
  type LedgerReport,
  type LedgerRule,
  type LedgerSum,
  readLedgerSums,
} from './ledger/ledger-check-store.ts';
export { lockWallet, readReleasedMoney } from './ledger/ledger-store.ts';
export { readLedgerSum } from './ledger/ledger-sum-queries.ts';
export {
  amountKept,
  type ChargebackShare,
  postChargeback,
  postChargebackWon,
  readChargebackShare,
} from './ledger/post-chargeback.ts';
export { erasePayoutProfile } from './payout-profile/payout-profile-store.ts';
export { findDebt } from './withdrawals/debt.ts';
export { erasePaymentDetails, openWithdrawalStatusList } from './withdrawals/withdrawal-store.ts';
