/** Names of what is cached about the wallet; all of it begins with `wallet`. */
export const walletKeys = {
  all: ['wallet'],
  available: ['wallet', 'available'],
  entries: ['wallet', 'entries'],
  withdrawals: ['wallet', 'withdrawals'],
} as const;
