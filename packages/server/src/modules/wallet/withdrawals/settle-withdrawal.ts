import type { Person } from '../../../platform/actor.ts';
import { err } from '../../../platform/result.ts';
import { isReceiverKnown } from '../payouts/payout-receiver.ts';
import { type DecideWithdrawalDeps, decideWithdrawal } from './decide-withdrawal.ts';
import { findWithdrawalWithOwner } from './withdrawal-store.ts';

/**
 * Settles a withdrawal: with a payout provider the provider shall pay it, without one, or `byHand`, it was paid by the
 * administrator. `payout_receiver_missing` when the provider could not be told whom to pay.
 */
export const settleWithdrawal =
  (deps: DecideWithdrawalDeps) =>
  async (actor: Person, id: string, { byHand }: { readonly byHand: boolean }) => {
    const decide = decideWithdrawal(deps);
    if (!deps.payoutProvider || byHand) return decide(actor, id, { status: 'settled' });
    const found = await findWithdrawalWithOwner(deps.database.db, id);
    const open = found?.withdrawal.status === 'requested';
    if (open && !isReceiverKnown(found.withdrawal)) return err('payout_receiver_missing');
    return decide(actor, id, { status: 'sending' });
  };
