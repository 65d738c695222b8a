import { formatDecimal } from '@guilda/contract/money/money';
import type { AdminWithdrawal, PayoutProgress, Withdrawal } from '@guilda/contract/money/wallet';
import type { DataEncryption } from '../../../platform/data-encryption.ts';
import { type AuthorRow, displayBadgesOf, displayNameOf } from '../../users/index.ts';
import { findPayoutReceiver } from '../payouts/payout-receiver.ts';
import { isFailedPayout } from '../payouts/payout-store.ts';
import type { PayoutRow } from '../payouts/payouts-table.ts';
import { isOpenWithdrawal, needsTwoAdmins } from './decision-step.ts';
import { maskPixKey } from './pix-mask.ts';
import { isHandedToProvider, isUnapproved, shownStatusOf } from './withdrawal-states.ts';
import type { WithdrawalRow } from './withdrawals-table.ts';

export interface WithdrawalWithOwner {
  readonly withdrawal: WithdrawalRow;
  /** State of the payout; null without a payout, and before the provider's first report. */
  readonly payoutStatus: PayoutRow['status'];
  readonly owner: AuthorRow;
  /** What the owner had requested in the day before the withdrawal and was not refused, in centavos. */
  readonly requestedBefore: number;
  /** What the owner owes after chargebacks, in centavos. */
  readonly debt: number;
  readonly isSuspended: boolean;
}

/** pt-BR text shown instead of a Pix key that was erased when the account was closed. */
const ERASED_PIX_KEY = 'Chave removida';

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
    status: shownStatusOf(row.status),
    payout,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    decidedAt: isHandedToProvider(row.status) ? null : (row.decidedAt?.toISOString() ?? null),
  };
}

/**
 * A withdrawal as its owner sees it, with a masked Pix key. An `unclear` withdrawal looks like one that is being sent,
 * because only the team can resolve it.
 */
export function toWithdrawal(row: WithdrawalRow): Withdrawal {
  return toWithdrawalWithKey(
    row,
    row.pixKey === null ? ERASED_PIX_KEY : maskPixKey(row.pixKeyKind, row.pixKey),
    isHandedToProvider(row.status) ? 'sending' : null,
  );
}

/** The time and settings on which an administrator's view of a withdrawal depends. */
export interface AdminWithdrawalView {
  readonly now: Date;
  readonly dataEncryption: DataEncryption;
  /** Amount in centavos that a person requests within a day above which two administrators must approve. */
  readonly withdrawalTwoEyes: number;
  /** The provider that sends withdrawals; null when administrators pay them by hand. */
  readonly payoutProvider: object | null;
}

/** A withdrawal as administrators see it, with the whole Pix key, which they need to pay it. */
export function toAdminWithdrawal(
  { withdrawal: row, payoutStatus, owner, requestedBefore, debt, isSuspended }: WithdrawalWithOwner,
  { now, dataEncryption, withdrawalTwoEyes, payoutProvider }: AdminWithdrawalView,
): AdminWithdrawal {
  const { firstApprovedBy, firstApprovedAt } = row;
  const payout = isHandedToProvider(row.status) ? row.status : null;
  const canBeSent = payoutProvider !== null && isUnapproved(row.status);
  return {
    ...toWithdrawalWithKey(row, row.pixKey ?? ERASED_PIX_KEY, payout),
    uid: owner.uid,
    automatic: canBeSent && findPayoutReceiver(dataEncryption, row) !== null,
    payoutFailed: isFailedPayout(payoutStatus),
    username: owner.username,
    displayName: owner.deletedAt ? displayNameOf(owner) : owner.displayName,
    badges: displayBadgesOf(owner, now),
    pixKeyMatches: row.pixKeyMatches,
    needsTwoAdmins:
      firstApprovedBy !== null ||
      needsTwoAdmins({ amount: row.amount, requestedBefore }, withdrawalTwoEyes),
    firstApproval:
      firstApprovedBy && firstApprovedAt
        ? { uid: firstApprovedBy, at: firstApprovedAt.toISOString() }
        : null,
    debt: formatDecimal(debt),
    suspended: isSuspended,
    payee: null,
  };
}

/**
 * A withdrawal as administrators see it, with the whole payee while `reader` may settle it: it is open and belongs to
 * another person.
 */
export function toAdminWithdrawalWithPayee(
  withdrawalWithOwner: WithdrawalWithOwner,
  view: AdminWithdrawalView & { readonly reader: string },
): AdminWithdrawal {
  const { withdrawal: row } = withdrawalWithOwner;
  const mayRead = isOpenWithdrawal(row) && row.ownerId !== view.reader;
  const payee = mayRead ? findPayoutReceiver(view.dataEncryption, row) : null;
  return { ...toAdminWithdrawal(withdrawalWithOwner, view), payee };
}
