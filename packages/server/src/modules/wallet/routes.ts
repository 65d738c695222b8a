import type { walletEndpoints, withdrawalEndpoints } from '@guilda/contract/wallet';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { ok } from '../../platform/result.ts';
import { exportStatement } from './statement/export-statement.ts';
import { getWallet } from './statement/get-wallet.ts';
import { type DecideWithdrawalDeps, decideWithdrawal } from './withdrawals/decide-withdrawal.ts';
import {
  getWithdrawalForAdmin,
  listWithdrawals,
  listWithdrawalsForAdmin,
} from './withdrawals/list-withdrawals.ts';
import { requestWithdrawal } from './withdrawals/request-withdrawal.ts';
import { settleWithdrawal } from './withdrawals/settle-withdrawal.ts';

export type WalletDeps = DecideWithdrawalDeps;

export function walletHandlers(
  deps: WalletDeps,
): Handlers<typeof walletEndpoints & typeof withdrawalEndpoints> {
  const decide = decideWithdrawal(deps);
  return {
    getWallet: ({ actor, query }) => getWallet(deps)(actor, query),
    exportWallet: async ({ actor }) => ok(await exportStatement(deps)(actor)),
    listWithdrawals: ({ actor, query }) => listWithdrawals(deps)(actor, query),
    requestWithdrawal: ({ actor, body, idempotencyKey }) =>
      requestWithdrawal(deps)(actor, { ...body, idempotencyKey }),
    adminListWithdrawals: ({ query }) => listWithdrawalsForAdmin(deps)(query),
    adminGetWithdrawal: ({ params }) => getWithdrawalForAdmin(deps)(params.id),
    settleWithdrawal: ({ actor, params, query }) =>
      settleWithdrawal(deps)(actor, params.id, { byHand: query.byHand ?? false }),
    refuseWithdrawal: ({ actor, params, body }) =>
      decide(actor, params.id, { status: 'refused', reason: body.reason }),
  };
}
