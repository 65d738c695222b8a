import { amountDue, amountToKeep } from '../../src/modules/orders/order-amount-columns.ts';
import type { MoneyState, OrderModel } from './state.ts';

/*
 * What must hold in every state, and for every step from one state to the next. Written without the rules of the steps,
 * so that a wrong rule shows.
 */

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Where the money of an order has to be in its state. */
function misplacedMoney(order: OrderModel): string | null {
  const { accounts, serviceStatus, price, refundedPart, clearing, disputed } = order;
  const { buyer, held, seller, platform } = accounts;
  const started = serviceStatus === 'awaiting_start' || serviceStatus === 'in_progress';
  if (held !== (started ? price : 0)) return 'held is not what the state says';
  if (buyer !== -amountToKeep(order)) return 'the buyer did not pay what the order keeps';
  const earned = accounts.clearing + seller + platform;
  if (earned !== (serviceStatus === 'complete' ? price - refundedPart : 0))
    return 'the price of a completed order is not with seller and platform';
  if ((clearing || disputed) && seller !== 0) return 'money left during clearing or a dispute';
  if (!clearing && !disputed && accounts.clearing !== 0) return 'money clears for ever';
  if (clearing && serviceStatus !== 'complete') return 'an order clears that is not complete';
  if (refundedPart > 0 && refundedPart >= amountDue(order)) return 'the part is the whole';
  return null;
}

/** Whether order and dispute agree. */
function misledDispute({ dispute, disputed, serviceStatus }: OrderModel): string | null {
  if (disputed !== (dispute !== null && dispute.state !== 'resolved'))
    return 'an order does not follow its dispute';
  if (disputed && serviceStatus !== 'in_progress' && serviceStatus !== 'complete')
    return 'a dispute is open for an order that is over';
  return null;
}

/** What really went between buyer and provider, against what is recorded and what the ledger says. */
function wrongCash(order: OrderModel): string | null {
  const { provider, recorded, refunds, accounts } = order;
  const paid = recorded.paid ?? 0;
  const meant = sum(refunds.map(({ amount }) => amount));
  if (meant > paid) return 'more is refunded than was paid';
  if (provider.back > provider.paid) return 'the provider returned more than was paid';
  if (paid > provider.paid || recorded.back > provider.back)
    return 'money is recorded that never moved';
  const kept = paid - Math.max(recorded.back, recorded.takenBack + meant);
  if (kept > -accounts.buyer) return 'money of the buyer is kept that the ledger does not have';
  if (kept < -accounts.buyer && recorded.takenBack === 0)
    return 'money was given back that the ledger still has';
  const settled =
    paid === provider.paid &&
    recorded.back === provider.back &&
    refunds.every(({ status }) => status === 'succeeded');
  if (settled && provider.paid - provider.back > -accounts.buyer)
    return 'the buyer did not get back what the ledger says';
  return null;
}

/** What buyers paid = what they got back + what sellers hold, owe and were paid + the fee. */
function unbalanced({ orders, wallets }: MoneyState): string | null {
  const accounts = orders.map((order) => order.accounts);
  const buyers = -sum(accounts.map(({ buyer }) => buyer));
  const before = sum(wallets.map(({ earnedBefore }) => earnedBefore));
  const sellers =
    sum(accounts.map(({ held, clearing }) => held + clearing)) +
    sum(wallets.map(({ available, withdrawing, paidOut }) => available + withdrawing + paidOut));
  const fee = sum(accounts.map(({ platform }) => platform));
  return buyers + before === sellers + fee
    ? null
    : `buyers paid ${buyers + before}, sellers have ${sellers} and the platform ${fee}`;
}

function wrongWallet(state: MoneyState, seller: number): string | null {
  const wallet = state.wallets[seller];
  if (!wallet) return null;
  const { available, withdrawing, paidOut, earnedBefore } = wallet;
  const earned =
    earnedBefore +
    sum(state.orders.map((order) => (order.seller === seller ? order.accounts.seller : 0)));
  if (available + withdrawing + paidOut !== earned) return 'a wallet is not what its sales earned';
  return Math.min(available, withdrawing, paidOut) < 0 ? 'a wallet is below zero' : null;
}

/** The invariants that a state breaks; none for a sound one. */
export function brokenInvariants(state: MoneyState): string[] {
  const broken: string[] = [];
  state.orders.forEach((order, n) => {
    for (const check of [misplacedMoney, misledDispute, wrongCash]) {
      const found = check(order);
      if (found) broken.push(`order ${n}: ${found}`);
    }
    if (sum(Object.values(order.accounts)) !== 0) broken.push(`order ${n}: does not sum to zero`);
  });
  state.wallets.forEach((_, seller) => {
    const found = wrongWallet(state, seller);
    if (found) broken.push(`seller ${seller}: ${found}`);
  });
  const total = unbalanced(state);
  return total ? [...broken, total] : broken;
}

/** Why money that was clearing or disputed may have left its place; null when nothing allows it. */
function reasonToLeave(before: OrderModel, after: OrderModel): string | null {
  const outcome = before.disputed ? after.dispute?.outcome : null;
  if (outcome && outcome !== 'withdrawn') return outcome;
  if (after.recorded.back >= (after.recorded.paid ?? 0)) return 'the provider took it back';
  if (before.clearing && !before.disputed && before.over.includes('clearing')) return 'cleared';
  return null;
}

/** The rules about steps that the step between two states breaks: nothing leaves during clearing or a dispute. */
export function brokenStepRules(before: MoneyState, after: MoneyState): string[] {
  return before.orders.flatMap((order, n) => {
    const next = after.orders[n];
    if (!next || !(order.clearing || order.disputed)) return [];
    const kept = ({ accounts: { held, clearing, platform } }: OrderModel) =>
      held + clearing + platform;
    if (kept(next) >= kept(order) && next.accounts.seller === 0) return [];
    return reasonToLeave(order, next)
      ? []
      : [`order ${n}: money left during clearing or a dispute`];
  });
}
