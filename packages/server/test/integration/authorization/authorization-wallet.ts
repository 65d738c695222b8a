import { randomUUID } from 'node:crypto';
import { type AuthorizationRow, jsonCall, signedIn } from './authorization-row.ts';

/** Expected status of each endpoint of the wallet for each actor. */
export const walletExpectations: Readonly<Record<string, AuthorizationRow>> = {
  'wallet.getWallet': { answers: signedIn(200), call: () => ({ url: '/api/wallet' }) },
  'wallet.exportWallet': {
    answers: signedIn(200),
    call: () => ({ url: '/api/wallet/entries.csv' }),
  },
  'wallet.listStatementYears': {
    answers: signedIn(200),
    call: () => ({ url: '/api/wallet/statements' }),
  },
  'wallet.downloadStatementPdf': {
    answers: signedIn(200),
    call: () => ({ url: '/api/wallet/statements/2026.pdf' }),
  },
  'wallet.downloadStatementCsv': {
    answers: signedIn(200),
    call: () => ({ url: '/api/wallet/statements/2026.csv' }),
  },
  'wallet.listWithdrawals': {
    answers: signedIn(200),
    call: () => ({ url: '/api/wallet/withdrawals' }),
  },
  'wallet.requestWithdrawal': {
    // No person here has a payout profile.
    answers: signedIn(409),
    call: () =>
      jsonCall('/api/wallet/withdrawals', { amount: '1.00', pixKey: 'maria@pessoas.example' }),
  },
  'wallet.getPayoutProfile': {
    answers: signedIn(200),
    call: () => ({ url: '/api/wallet/payout-profile' }),
  },
  'wallet.putPayoutProfile': {
    // A request also needs a confirmation.
    answers: signedIn(403),
    call: () =>
      jsonCall('/api/wallet/payout-profile', {
        legalName: 'Ana Souza',
        cpf: '123.456.789-09',
        birthDate: '1990-05-17',
      }),
  },
  'wallet.adminListWithdrawals': {
    answers: { ...signedIn(403), admin: 200 },
    call: () => ({ url: '/api/admin/withdrawals' }),
  },
  'wallet.settleWithdrawal': {
    answers: { ...signedIn(403), admin: 404 },
    call: () => ({ url: `/api/admin/withdrawals/${randomUUID()}/settle` }),
  },
  'wallet.refuseWithdrawal': {
    answers: { ...signedIn(403), admin: 404 },
    call: () =>
      jsonCall(`/api/admin/withdrawals/${randomUUID()}/refuse`, { reason: 'Chave errada' }),
  },
};
