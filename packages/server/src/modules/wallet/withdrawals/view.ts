import { formatDecimal } from '@guilda/contract/money';
import type { AdminWithdrawal, PayoutProgress, Withdrawal } from '@guilda/contract/wallet';
import { type AuthorRow, displayBadgesOf, displayNameOf } from '../../users/index.ts';
import { isReceiverKnown } from '../payouts/payout-receiver.ts';
import { maskPixKey } from './pix-mask.ts';
import type { WithdrawalRowStatus } from './withdrawal-states.ts';
import type { WithdrawalRow } from './withdrawals-table.ts';

export interface WithdrawalWithOwner {
  readonly withdrawal: WithdrawalRow;
  readonly owner: AuthorRow;
}

/** pt-BR text shown instead of a Pix key that was erased when the account was closed. */
const ERASED_PIX_KEY = 'Chave removida';

/** The states of a payout provider are `requested` in the contract, whose clients may be older than they are. */
const isWithProvider = (status: WithdrawalRowStatus): status is PayoutProgress =>
  status === 'sending' || status === 'unclear';

function toWithdrawalWithKey(
  row: WithdrawalRow,
  pixKey: string,
  payout: PayoutProgress | null,
): Withdrawal {
  return {
    id: row.id,
    amount: formatDecimal(row.amount),
    pixKeyKind: row.pixKeyKind,
    pixKey,
    status: isWithProvider(row.status) ? 'requested' : row.status,
    payout,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    decidedAt: isWithProvider(row.status) ? null : (row.decidedAt?.toISOString() ?? null),
  };
}

/** A withdrawal as its owner sees it, with a masked Pix key; what is unclear is only for the team to find out. */
export function toWithdrawal(row: WithdrawalRow): Withdrawal {
  return toWithdrawalWithKey(
    row,
    row.pixKey === null ? ERASED_PIX_KEY : maskPixKey(row.pixKeyKind, row.pixKey),
    isWithProvider(row.status) ? 'sending' : null,
  );
}

/**
 * A withdrawal as administrators see it, with the whole Pix key, to which they pay; `hasProvider` when a payout provider can
 * do that.
 */
export function toAdminWithdrawal(
  { withdrawal: row, owner }: WithdrawalWithOwner,
  now: Date,
  hasProvider: boolean,
): AdminWithdrawal {
  const payout = isWithProvider(row.status) ? row.status : null;
  return {
    ...toWithdrawalWithKey(row, row.pixKey ?? ERASED_PIX_KEY, payout),
    uid: owner.uid,
    automatic: hasProvider && row.status === 'requested' && isReceiverKnown(row),
    username: owner.username,
    displayName: owner.deletedAt ? displayNameOf(owner) : owner.displayName,
    badges: displayBadgesOf(owner, now),
  };
}
