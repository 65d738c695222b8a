import { amountDue } from '../../src/modules/orders/order-amount-columns.ts';
import type { MoneyState, OrderModel, WalletModel, WithdrawalModel } from './state.ts';
import { amountToKeep, chargedBackAmount } from './state.ts';

/*
 * Invariants of every state, and rules for every step from one state to the next. They are written independently of the
 * steps, so that a wrong step is detected.
 */

const sumOf = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const recordedChargebacks = ({ chargebacks }: OrderModel) =>
  chargebacks.filter((chargeback) => chargeback !== null);

/** Amount that the ledger returned to the buyer for chargebacks, minus what it gave back to the seller's side later. */
const reversedOf = (order: OrderModel) =>
  sumOf(recordedChargebacks(order).map(({ reversed, restored }) => reversed - restored));

/**
 * Whether the buyer has paid the amount that the order keeps. A refunded order may keep at most the amount that the
 * ledger gave back to the seller's side, after the bank had decided chargebacks for the seller.
 */
function isPaidByBuyer(order: OrderModel): boolean {
  const paidAmount = -order.accounts.buyer;
  const restoredAmount = sumOf(recordedChargebacks(order).map((chargeback) => chargeback.restored));
  if (order.serviceStatus === 'refunded') return paidAmount >= 0 && paidAmount <= restoredAmount;
  return paidAmount === amountToKeep(order);
}

/** Checks that the money of an order is in the accounts that its state requires. */
function findMisplacedMoney(order: OrderModel): string | null {
  const { accounts, serviceStatus, refundedPart, clearing, disputed } = order;
  const { held, seller, debt } = accounts;
  const isStarted = serviceStatus === 'awaiting_start' || serviceStatus === 'in_progress';
  if (held !== (isStarted ? amountDue(order) - reversedOf(order) : 0))
    return 'held is not what the state says';
  if (!isPaidByBuyer(order)) return 'the buyer did not pay what the order keeps';
  if ((clearing || disputed) && (seller !== 0 || debt !== 0))
    return 'money left during clearing or a dispute';
  if (!clearing && !disputed && accounts.clearing !== 0) return 'money clears for ever';
  if (clearing && serviceStatus !== 'complete') return 'an order clears that is not complete';
  if (refundedPart > 0 && refundedPart >= amountDue(order)) return 'the part is the whole';
  return null;
}

/** Checks that the order and its dispute match. */
function findDisputeMismatch({ dispute, disputed, serviceStatus }: OrderModel): string | null {
  if (disputed !== (dispute !== null && dispute.state !== 'resolved'))
    return 'an order does not follow its dispute';
  if (disputed && serviceStatus !== 'in_progress' && serviceStatus !== 'complete')
    return 'a dispute is open for an order that is over';
  return null;
}

/** Whether the database knows everything that the provider knows, and all refunds are done. */
export const isSettled = ({ provider, recorded, refunds, chargebacks }: OrderModel) =>
  (recorded.paid ?? 0) === provider.paid &&
  recorded.back === provider.back &&
  provider.chargebacks.every(({ status }, n) => chargebacks[n]?.status === status) &&
  refunds.every(({ status }) => status === 'succeeded');

/**
 * Amount that banks took back after the same money had already been returned to the buyer. The team must contest
 * this loss of Guilda at the bank.
 */
const lossOfShop = (order: OrderModel) =>
  sumOf(
    order.provider.chargebacks.map(({ amount }, n) => {
      const recorded = order.chargebacks[n];
      return recorded && recorded.status !== 'won' ? amount - recorded.reversed : 0;
    }),
  );

/** Compares the money that buyer and provider really exchanged with the recorded amounts and the ledger. */
function findWrongCash(order: OrderModel): string | null {
  const { provider, recorded, refunds, chargebacks } = order;
  const amountInLedger = -order.accounts.buyer;
  const paid = recorded.paid ?? 0;
  const refundTotal = sumOf(refunds.map(({ amount }) => amount));
  if (refundTotal > paid) return 'more is refunded than was paid';
  if (provider.back > provider.paid) return 'the provider returned more than was paid';
  if (paid > provider.paid || recorded.back > provider.back)
    return 'money is recorded that never moved';
  const recordedChargebacks = provider.chargebacks.map(({ amount }, n) => ({
    amount,
    status: chargebacks[n]?.status ?? 'won',
  }));
  const chargedBack = chargedBackAmount({ chargebacks: recordedChargebacks });
  const keptAmount = paid - Math.max(recorded.back, recorded.takenBack + refundTotal) - chargedBack;
  if (keptAmount > amountInLedger)
    return 'money of the buyer is kept that the ledger does not have';
  if (Math.max(keptAmount, 0) + lossOfShop(order) < amountInLedger && recorded.takenBack === 0)
    return 'money was given back that the ledger still has';
  const leftAtProvider = provider.paid - provider.back - chargedBackAmount(provider);
  return isSettled(order) && leftAtProvider > amountInLedger
    ? 'the buyer did not get back what the ledger says'
    : null;
}

/** Money that belongs or was paid to a seller, minus the debt. */
const moneyOfSeller = ({ available, withdrawing, paidOut, debt }: WalletModel) =>
  available + withdrawing + paidOut - debt;

/** Checks: paid by buyers = returned to buyers + held by, paid to and owed to sellers + the fee. */
function findImbalance({ orders, wallets }: MoneyState): string | null {
  const accounts = orders.map((order) => order.accounts);
  const paid = -sumOf(accounts.map(({ buyer }) => buyer));
  const earnedEarlier = sumOf(wallets.map(({ earnedBefore }) => earnedBefore));
  const sellerMoney =
    sumOf(accounts.map(({ held, clearing }) => held + clearing)) +
    sumOf(wallets.map(moneyOfSeller));
  const fee = sumOf(accounts.map(({ platform }) => platform));
  return paid + earnedEarlier === sellerMoney + fee
    ? null
    : `buyers paid ${paid + earnedEarlier}, sellers have ${sellerMoney} and the platform ${fee}`;
}

function findWrongWallet(state: MoneyState, seller: number): string | null {
  const wallet = state.wallets[seller];
  if (!wallet) return null;
  const { available, withdrawing, paidOut, debt } = wallet;
  const sales = state.orders.filter((order) => order.seller === seller);
  const earnedAmount =
    wallet.earnedBefore + sumOf(sales.map(({ accounts }) => accounts.seller + accounts.debt));
  if (moneyOfSeller(wallet) !== earnedAmount) return 'a wallet is not what its sales earned';
  if (Math.min(available, debt) > 0) return 'money is available beside a debt';
  return Math.min(available, withdrawing, paidOut, debt) < 0 ? 'a wallet is below zero' : null;
}

/**
 * Checks that a withdrawal has the status that the last known status of its payout requires, and that it is not refused
 * while the provider pays it.
 */
function findWrongPayout({ status, payout }: WithdrawalModel): string | null {
  if (!payout) return status === 'sending' ? 'a withdrawal is sent without a payout' : null;
  const { known, status: statusAtProvider } = payout;
  if (statusAtProvider !== null && payout.calls === 0) return 'a payout was sent without a call';
  const expectedStatuses = {
    paid: 'settled',
    failed: 'refused',
    returned: 'refused',
    pending: 'sending',
  };
  if (known !== null && status !== expectedStatuses[known])
    return 'a withdrawal is not what its payout says';
  if (status === 'refused' && (statusAtProvider === 'pending' || statusAtProvider === 'paid'))
    return 'money is with the seller and on its way to the bank';
  return null;
}

/** The invariants that a state violates; empty when all hold. */
export function brokenInvariants(state: MoneyState): string[] {
  const violations: string[] = [];
  state.orders.forEach((order, n) => {
    for (const findProblem of [findMisplacedMoney, findDisputeMismatch, findWrongCash]) {
      const problem = findProblem(order);
      if (problem) violations.push(`order ${n}: ${problem}`);
    }
    if (sumOf(Object.values(order.accounts)) !== 0)
      violations.push(`order ${n}: does not sum to zero`);
  });
  state.withdrawals.forEach((withdrawal, n) => {
    const problem = findWrongPayout(withdrawal);
    if (problem) violations.push(`withdrawal ${n}: ${problem}`);
  });
  state.wallets.forEach((_, seller) => {
    const problem = findWrongWallet(state, seller);
    if (problem) violations.push(`seller ${seller}: ${problem}`);
  });
  const imbalance = findImbalance(state);
  return imbalance ? [...violations, imbalance] : violations;
}

/** The reason for which clearing or disputed money may have been moved; null when there is none. */
function reasonToLeave(orderBefore: OrderModel, orderAfter: OrderModel): string | null {
  const outcome = orderBefore.disputed ? orderAfter.dispute?.outcome : null;
  if (outcome && outcome !== 'withdrawn') return outcome;
  if (orderAfter.recorded.back + orderAfter.chargedBack >= (orderAfter.recorded.paid ?? 0))
    return 'the provider took it back';
  if (reversedOf(orderAfter) > reversedOf(orderBefore)) return 'the bank took it back';
  if (orderBefore.clearing && !orderBefore.disputed && orderBefore.over.includes('clearing'))
    return 'cleared';
  return null;
}

/**
 * Violations of the only rule about the step between two states: during clearing or a dispute, no money leaves an
 * order without one of the reasons of `reasonToLeave`.
 */
export function brokenStepRules(stateBefore: MoneyState, stateAfter: MoneyState): string[] {
  return stateBefore.orders.flatMap((orderBefore, n) => {
    const orderAfter = stateAfter.orders[n];
    if (!orderAfter || !(orderBefore.clearing || orderBefore.disputed)) return [];
    const amountInShop = ({ accounts: { held, clearing, platform } }: OrderModel) =>
      held + clearing + platform;
    if (amountInShop(orderAfter) >= amountInShop(orderBefore) && orderAfter.accounts.seller === 0)
      return [];
    return reasonToLeave(orderBefore, orderAfter)
      ? []
      : [`order ${n}: money left during clearing or a dispute`];
  });
}
