import { formatBrl } from '@guilda/contract/money/money';
import type { Db } from '../../../platform/database/pool.ts';
import type { Ids } from '../../../ports/ids.ts';
import { debtPaidText, type ReleasedMoney, recordNotification } from '../../notifications/index.ts';
import { postPayout, postPayoutReturn, postWithdrawalRefusal } from '../ledger/ledger.ts';
import { readReleasedMoney } from '../ledger/ledger-store.ts';
import { withdrawalTransitions } from './withdrawal-states.ts';
import { erasePaymentDetails, moveWithdrawal } from './withdrawal-store.ts';
import type { WithdrawalRow } from './withdrawals-table.ts';

const postingByMovement = {
  payout: postPayout,
  withdrawal_refused: postWithdrawalRefusal,
  payout_returned: postPayoutReturn,
} as const;

/** How a withdrawal ends: by an administrator or by the payout provider. `reason` is a pt-BR text for the seller. */
export type WithdrawalEnd =
  | { readonly action: 'settle'; readonly decidedBy: string }
  | { readonly action: 'refuse'; readonly decidedBy: string; readonly reason: string }
  | { readonly action: 'confirm' }
  | { readonly action: 'fail' | 'bounce'; readonly reason: string };

/**
 * pt-BR text of the seller's notification; `amount` in centavos, `released` is what a withdrawal that was not paid made
 * available.
 */
function notificationText(end: WithdrawalEnd, amount: number, released: ReleasedMoney): string {
  const withdrawalText = `Seu saque de ${formatBrl(amount)}`;
  if (!('reason' in end)) return `${withdrawalText} foi pago.`;
  const moneyText =
    released.debtPaid > 0
      ? `: ${debtPaidText(released, ' de novo')}`
      : ' e o valor está disponível de novo';
  return end.action === 'refuse'
    ? `${withdrawalText} foi recusado${moneyText}. Motivo: ${end.reason}`
    : `${withdrawalText} não deu certo${moneyText}. ${end.reason}`;
}

async function notifyOwner(
  tx: Db,
  ids: Ids,
  { id, ownerId, amount }: WithdrawalRow,
  end: WithdrawalEnd,
) {
  const released = await readReleasedMoney(tx, { withdrawalId: id });
  const event = `withdrawal_${withdrawalTransitions[end.action].to}` as const;
  return recordNotification(tx, ids, {
    receiverId: ownerId,
    senderId: null,
    source: { type: 'payment', event },
    content: notificationText(end, amount, released),
    ids: { withdrawalId: id },
    dedupeKey: `withdrawal:${id}${end.action === 'bounce' ? ':returned' : ''}`,
  });
}

/**
 * Ends a withdrawal: changes its state, posts the ledger transaction, notifies the owner, and erases the Pix key when
 * the owner's account is closed. Lock the owner's account and the withdrawal first.
 * @throws when the withdrawal is in another state, or the ledger transaction was posted before
 */
export async function endWithdrawal(
  tx: Db,
  ids: Ids,
  {
    withdrawalId,
    isOwnerClosed,
  }: { readonly withdrawalId: string; readonly isOwnerClosed: boolean },
  end: WithdrawalEnd,
): Promise<void> {
  const { action, ...changes } = end;
  const row = await moveWithdrawal(tx, withdrawalId, action, changes);
  const postMovement = postingByMovement[withdrawalTransitions[action].posts];
  if (!row || !(await postMovement(tx, ids, { ...row, withdrawalId })))
    throw new Error(`withdrawal ${withdrawalId} cannot ${action}`);
  if (isOwnerClosed) await erasePaymentDetails(tx, row.ownerId);
  await notifyOwner(tx, ids, row, end);
}
