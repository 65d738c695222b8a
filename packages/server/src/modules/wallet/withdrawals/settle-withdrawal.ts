import type { SettlementStep } from '@guilda/contract/money/wallet';
import type { Person } from '../../../platform/actor.ts';
import { err } from '../../../platform/result.ts';
import { findPayoutReceiver } from '../payouts/payout-receiver.ts';
import { type DecideWithdrawalDeps, decideWithdrawal } from './decide-withdrawal.ts';
import { isUnapproved } from './withdrawal-states.ts';
import { findWithdrawalWithOwner } from './withdrawal-store.ts';

interface WithdrawalSettlement {
  /** Whether an administrator paid the withdrawal by hand although a payout provider is configured. */
  readonly byHand: boolean;
  /** Proof of a fresh sign-in from the header `X-Confirmation`; empty when the request has none. */
  readonly confirmation: string;
  /** The step that the administrator's screen shows; undefined when the client does not say it. */
  readonly shownStep?: SettlementStep | undefined;
}

/**
 * Settles a withdrawal. With a payout provider, the provider must pay it; without one, or with `byHand`, the
 * administrator has already paid it. `payout_receiver_missing` when the withdrawal has no payee for the provider.
 */
export const settleWithdrawal =
  (deps: DecideWithdrawalDeps) =>
  async (actor: Person, id: string, { byHand, ...proof }: WithdrawalSettlement) => {
    const decide = decideWithdrawal(deps);
    if (!deps.payoutProvider || byHand)
      return decide(actor, id, { ...proof, decision: { status: 'settled' } });
    const withdrawal = (await findWithdrawalWithOwner(deps.database.db, id))?.withdrawal;
    const canBeSent = withdrawal && isUnapproved(withdrawal.status);
    if (canBeSent && !findPayoutReceiver(deps.dataEncryption, withdrawal))
      return err('payout_receiver_missing');
    return decide(actor, id, { ...proof, decision: { status: 'sending' } });
  };
