import type { Person } from '../../../platform/actor.ts';
import { err } from '../../../platform/result.ts';
import { findPayoutReceiver } from '../payouts/payout-receiver.ts';
import { type DecideWithdrawalDeps, decideWithdrawal } from './decide-withdrawal.ts';
import { isOpenWithdrawal } from './decision-step.ts';
import { findWithdrawalWithOwner } from './withdrawal-store.ts';

interface Settlement {
  /** Whether the administrator paid it although there may be a payout provider. */
  readonly byHand: boolean;
  /** The header `X-Confirmation`; empty when there is none. */
  readonly confirmation: string;
}

/**
 * Settles a withdrawal: with a payout provider the provider shall pay it, without one, or `byHand`, it was paid by the
 * administrator. `payout_receiver_missing` when the provider could not be told whom to pay.
 */
export const settleWithdrawal =
  (deps: DecideWithdrawalDeps) =>
  async (actor: Person, id: string, { byHand, confirmation }: Settlement) => {
    const decide = decideWithdrawal(deps);
    if (!deps.payoutProvider || byHand)
      return decide(actor, id, { decision: { status: 'settled' }, confirmation });
    const withdrawal = (await findWithdrawalWithOwner(deps.database.db, id))?.withdrawal;
    const unsent = withdrawal && isOpenWithdrawal(withdrawal) && withdrawal.status !== 'unclear';
    if (unsent && !findPayoutReceiver(deps.dataSealer, withdrawal))
      return err('payout_receiver_missing');
    return decide(actor, id, { decision: { status: 'sending' }, confirmation });
  };
