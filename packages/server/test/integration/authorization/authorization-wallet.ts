import { randomUUID } from 'node:crypto';
import { type AuthorizationRow, jsonCall, signedIn } from './authorization-row.ts';

/** Expected status of each endpoint of the wallet for each actor. */
export const walletExpectations: Readonly<Record<string, AuthorizationRow>> = {
  'wallet.getWallet': { statuses: signedIn(200), call: () => ({ url: '/api/wallet' }) },
  'wallet.exportWallet': {
    statuses: signedIn(200),
    call: () => ({ url: '/api/wallet/entries.csv' }),
  },
  'wallet.listStatementYears': {
    statuses: signedIn(200),
    call: () => ({ url: '/api/wallet/statements' }),
  },
  'wallet.downloadStatementPdf': {
    statuses: signedIn(200),
    call: () => ({ url: '/api/wallet/statements/2026.pdf' }),
  },
  'wallet.downloadStatementCsv': {
    statuses: signedIn(200),
    call: () => ({ url: '/api/wallet/statements/2026.csv' }),
  },
  'wallet.listWithdrawals': {
    statuses: signedIn(200),
    call: () => ({ url: '/api/wallet/withdrawals' }),
  },
  'wallet.requestWithdrawal': {
    // No person here has a payout profile.
    statuses: signedIn(409),
    call: () =>
      jsonCall('/api/wallet/withdrawals', { amount: '1.00', pixKey: 'maria@pessoas.example' }),
  },
  'wallet.getPayoutProfile': {
    statuses: signedIn(200),
    call: () => ({ url: '/api/wallet/payout-profile' }),
  },
  'wallet.putPayoutProfile': {
    // The person also needs to confirm their identity, which this request does not do.
    statuses: signedIn(403),
    call: () =>
      jsonCall('/api/wallet/payout-profile', {
        legalName: 'Ana Souza',
        cpf: '123.456.789-09',
        birthDate: '1990-05-17',
      }),
  },
  'wallet.adminListWithdrawals': {
    statuses: { ...signedIn(403), admin: 200 },
    call: () => ({ url: '/api/admin/withdrawals' }),
  },
  'wallet.settleWithdrawal': {
    statuses: { ...signedIn(403), admin: 404 },
    call: () => ({ url: `/api/admin/withdrawals/${randomUUID()}/settle` }),
  },
  'wallet.refuseWithdrawal': {
    statuses: { ...signedIn(403), admin: 404 },
    call: () =>
      jsonCall(`/api/admin/withdrawals/${randomUUID()}/refuse`, { reason: 'Chave errada' }),
  },
};
