import { formatDecimal } from '@guilda/contract/money';
import type { AdminWithdrawal, Withdrawal } from '@guilda/contract/wallet';
import { type AuthorRow, displayBadgesOf, displayNameOf } from '../../users/index.ts';
import { maskPixKey } from './pix-mask.ts';
import type { WithdrawalRow } from './withdrawals-table.ts';

export interface WithdrawalWithOwner {
  readonly withdrawal: WithdrawalRow;
  readonly owner: AuthorRow;
}

/** pt-BR text shown instead of a Pix key that was erased when the account was closed. */
const ERASED_PIX_KEY = 'Chave removida';

function toWithdrawalWithKey(row: WithdrawalRow, pixKey: string): Withdrawal {
  return {
    id: row.id,
    amount: formatDecimal(row.amount),
    pixKeyKind: row.pixKeyKind,
    pixKey,
    status: row.status,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

/** A withdrawal as its owner sees it, with a masked Pix key. */
export function toWithdrawal(row: WithdrawalRow): Withdrawal {
  return toWithdrawalWithKey(
    row,
    row.pixKey === null ? ERASED_PIX_KEY : maskPixKey(row.pixKeyKind, row.pixKey),
  );
}

/** A withdrawal as administrators see it, with the whole Pix key, to which they pay. */
export function toAdminWithdrawal(
  { withdrawal: row, owner }: WithdrawalWithOwner,
  now: Date,
): AdminWithdrawal {
  return {
    ...toWithdrawalWithKey(row, row.pixKey ?? ERASED_PIX_KEY),
    uid: owner.uid,
    username: owner.username,
    displayName: owner.deletedAt ? displayNameOf(owner) : owner.displayName,
    badges: displayBadgesOf(owner, now),
  };
}
