import type { walletEndpoints, withdrawalEndpoints } from '@guilda/contract/money/wallet';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { ok } from '../../platform/result.ts';
import { listStatementYears } from './annual-statements/annual-statement.ts';
import {
  type DownloadStatementDeps,
  downloadStatement,
} from './annual-statements/download-statement.ts';
import { exportStatement } from './balances-and-statement/export-statement.ts';
import { getWallet } from './balances-and-statement/get-wallet.ts';
import { getPayoutProfile } from './payout-profile/get-payout-profile.ts';
import {
  type SavePayoutProfileDeps,
  savePayoutProfile,
} from './payout-profile/save-payout-profile.ts';
import { type DecideWithdrawalDeps, decideWithdrawal } from './withdrawals/decide-withdrawal.ts';
import {
  getWithdrawalForAdmin,
  listWithdrawals,
  listWithdrawalsForAdmin,
} from './withdrawals/list-withdrawals.ts';
import { requestWithdrawal } from './withdrawals/request-withdrawal.ts';
import { settleWithdrawal } from './withdrawals/settle-withdrawal.ts';

export type WalletDeps = DecideWithdrawalDeps & SavePayoutProfileDeps & DownloadStatementDeps;

export function walletHandlers(
  deps: WalletDeps,
): Handlers<typeof walletEndpoints & typeof withdrawalEndpoints> {
  const decide = decideWithdrawal(deps);
  return {
    getWallet: ({ actor, query }) => getWallet(deps)(actor, query),
    exportWallet: async ({ actor }) => ok(await exportStatement(deps)(actor)),
    listStatementYears: ({ actor }) => listStatementYears(deps)(actor),
    downloadStatementPdf: ({ actor, params }) => downloadStatement(deps)(actor, params.year, 'pdf'),
    downloadStatementCsv: ({ actor, params }) => downloadStatement(deps)(actor, params.year, 'csv'),
    listWithdrawals: ({ actor, query }) => listWithdrawals(deps)(actor, query),
    getPayoutProfile: ({ actor }) => getPayoutProfile(deps)(actor),
    putPayoutProfile: ({ actor, body, confirmation }) =>
      savePayoutProfile(deps)(actor, { profile: body, confirmation }),
    requestWithdrawal: ({ actor, body, idempotencyKey, confirmation }) =>
      requestWithdrawal(deps)(actor, { ...body, idempotencyKey, confirmation }),
    adminListWithdrawals: ({ query }) => listWithdrawalsForAdmin(deps)(query),
    adminGetWithdrawal: ({ actor, params }) => getWithdrawalForAdmin(deps)(actor, params.id),
    settleWithdrawal: ({ actor, params, query, confirmation }) =>
      settleWithdrawal(deps)(actor, params.id, {
        byHand: query.byHand ?? false,
        shownStep: query.step,
        confirmation,
      }),
    refuseWithdrawal: ({ actor, params, body, confirmation }) =>
      decide(actor, params.id, {
        decision: { status: 'refused', reason: body.reason },
        confirmation,
      }),
  };
}
