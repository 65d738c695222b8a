import { formatBrl } from '@guilda/contract/money';
import type { Db } from '../../../platform/database/pool.ts';
import type { Ids } from '../../../ports/ids.ts';
import { recordNotification } from '../../notifications/index.ts';
import { lockForModeration } from '../../users/index.ts';
import { postPayout, postPayoutReturn, postWithdrawalRefusal } from '../ledger/ledger.ts';
import { withdrawalTransitions } from '../withdrawals/withdrawal-states.ts';
import { erasePaymentDetails, moveWithdrawal } from '../withdrawals/withdrawal-store.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawals-table.ts';

const postings = {
  payout: postPayout,
  withdrawal_refused: postWithdrawalRefusal,
  payout_returned: postPayoutReturn,
} as const;

/** pt-BR reasons that the seller reads when the money is back in the wallet. */
export const payoutReasons = {
  refused: 'Quem faz o Pix não aceitou a chave ou o CPF. Confira os dois e peça de novo.',
  debt: 'Há um valor a devolver por um pagamento contestado, e o saque pagou esse valor primeiro.',
  failed: 'O Pix não foi concluído. Confira a chave e peça de novo.',
  returned: 'O banco devolveu o Pix. Confira a chave e peça de novo.',
} as const;

export type PayoutReason = keyof typeof payoutReasons;

/** How the provider ends a withdrawal. */
export type PayoutEnd =
  | { readonly action: 'confirm' }
  | { readonly action: 'fail' | 'bounce'; readonly reason: PayoutReason };

/** Locks the account of a withdrawal's owner, so that it cannot be closed until `tx` ends. Take this lock first. */
export const lockOwner = (tx: Db, ownerId: string) =>
  lockForModeration(tx, { actorId: null, people: [ownerId], whole: false });

/** pt-BR text of the seller's notification; `amount` in centavos. */
function notificationText(end: PayoutEnd, amount: number): string {
  const money = formatBrl(amount);
  if (end.action === 'confirm') return `Seu saque de ${money} foi pago.`;
  return `Seu saque de ${money} não deu certo e o valor está disponível de novo. ${payoutReasons[end.reason]}`;
}

function notifyOwner(ids: Ids, tx: Db, { id, ownerId, amount }: WithdrawalRow, end: PayoutEnd) {
  const event = end.action === 'confirm' ? 'withdrawal_settled' : 'withdrawal_refused';
  return recordNotification(tx, ids, {
    receiverId: ownerId,
    senderId: null,
    source: { type: 'payment', event },
    content: notificationText(end, amount),
    ids: { withdrawalId: id },
    dedupeKey: `withdrawal:${id}${end.action === 'bounce' ? ':returned' : ''}`,
  });
}

/**
 * Ends a withdrawal as the provider did: state, ledger movement, notification, and the Pix key of a closed account. Lock
 * the owner's account, the payout and the withdrawal first.
 * @throws when the withdrawal is in another state, or the ledger already holds the movement
 */
export async function endPayout(
  { ids }: { readonly ids: Ids },
  tx: Db,
  { withdrawalId, ownerClosed }: { readonly withdrawalId: string; readonly ownerClosed: boolean },
  end: PayoutEnd,
): Promise<void> {
  const reason = end.action === 'confirm' ? null : payoutReasons[end.reason];
  const row = await moveWithdrawal(tx, withdrawalId, end.action, { reason });
  const post = postings[withdrawalTransitions[end.action].posts];
  if (!row || !(await post(tx, ids, { ...row, withdrawalId })))
    throw new Error(`withdrawal ${withdrawalId} cannot ${end.action}`);
  const { ownerId } = row;
  if (ownerClosed) await erasePaymentDetails(tx, ownerId);
  await notifyOwner(ids, tx, row, end);
}
