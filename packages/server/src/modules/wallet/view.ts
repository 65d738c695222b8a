import { formatDecimal } from '@guilda/contract/money';
import type { AdminWithdrawal, Withdrawal } from '@guilda/contract/wallet';
import { type AuthorRow, badgesBeside, nameOf } from '../users/index.ts';
import { maskPixKey } from './pix-mask.ts';
import type { WithdrawalRow } from './withdrawals-table.ts';

/** A withdrawal with its owner, for the team. */
export interface TeamReading {
  readonly withdrawal: WithdrawalRow;
  readonly owner: AuthorRow;
}

/** What stands in place of a key that went with its account. */
const ERASED = 'Chave removida';

function toShape(row: WithdrawalRow, pixKey: string): Withdrawal {
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

/** A withdrawal as its owner sees it: the key is masked, for screens are looked at by others too. */
export function toWithdrawal(row: WithdrawalRow): Withdrawal {
  return toShape(row, row.pixKey === null ? ERASED : maskPixKey(row.pixKeyKind, row.pixKey));
}

/** A withdrawal as the team sees it now, which pays to the whole key. */
export function toAdminWithdrawal(
  { withdrawal: row, owner }: TeamReading,
  now: Date,
): AdminWithdrawal {
  return {
    ...toShape(row, row.pixKey ?? ERASED),
    uid: owner.uid,
    username: owner.username,
    displayName: owner.deletedAt ? nameOf(owner) : owner.displayName,
    badges: badgesBeside(owner, now),
  };
}
