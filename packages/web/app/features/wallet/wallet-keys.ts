/** Query keys of the wallet. */
export const walletKeys = {
  all: ['wallet'],
  available: ['wallet', 'available'],
  entries: ['wallet', 'entries'],
  withdrawals: ['wallet', 'withdrawals'],
  payoutProfile: ['wallet', 'payout-profile'],
  statementYears: ['wallet', 'statement-years'],
} as const;
