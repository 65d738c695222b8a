import type { MoneyState, OrderModel, WithdrawalModel } from './state.ts';
import { chargedBackAmount, deadlineNames, waitsFor } from './state.ts';
import { type ModelStep, withdrawalStepNames } from './step.ts';

/** Amounts that the exploration tries, by purpose. */
export interface Amounts {
  /** Amounts that a buyer may pay for a price. */
  readonly payments: (price: number) => readonly number[];
  /** Parts of an amount that the provider may return, or that a dispute's answer or decision may give the buyer. */
  readonly parts: (amount: number) => readonly number[];
  /** Amounts that may be withdrawn of an available amount. */
  readonly withdrawals: (available: number) => readonly number[];
  /** Amounts that a bank may charge back of a payment. */
  readonly chargebacks: (paid: number) => readonly number[];
}

/** How many withdrawals one state of the model may have, and how many chargebacks one order. */
export interface MaxCounts {
  readonly withdrawals: number;
  readonly chargebacks: number;
}

const plainSteps = [
  'webhook',
  'openPack',
  'cancel',
  'expire',
  'revoke',
  'start',
  'refundUnstarted',
  'endClearing',
  'openDispute',
  'accept',
  'lapse',
  'acceptOffer',
  'withdraw',
  'decideRelease',
  'decideRefund',
] as const;

const amountsBelow = (amounts: readonly number[], limit: number) =>
  amounts.filter((amount) => amount > 0 && amount < limit);

/** Steps of the bank: a new chargeback, and the end of a chargeback. */
function bankSteps(
  { provider }: OrderModel,
  on: number,
  amounts: Amounts,
  maxCounts: MaxCounts,
): ModelStep[] {
  const { chargebacks, paid } = provider;
  const newChargebacks =
    chargebacks.length < maxCounts.chargebacks ? amounts.chargebacks(paid) : [];
  const undecidedIndexes = chargebacks.flatMap(({ status }, n) => (status === 'won' ? [] : [n]));
  return [
    ...[...new Set(newChargebacks)]
      .filter((amount) => amount > 0)
      .map((amount) => ({ name: 'chargeBack' as const, on, amount })),
    ...undecidedIndexes.flatMap((chargeback) =>
      (['chargebackLost', 'chargebackWon'] as const).map((name) => ({ name, on, chargeback })),
    ),
  ];
}

function orderSteps(
  order: OrderModel,
  orderIndex: number,
  { payments, parts }: Amounts,
): ModelStep[] {
  const { price, provider, refunds } = order;
  const amountLeft = provider.paid - provider.back - chargedBackAmount(provider);
  return [
    ...plainSteps.map((name) => ({ name, on: orderIndex })),
    ...payments(price)
      .filter((amount) => amount > provider.paid)
      .map((amount) => ({ name: 'buyerPays' as const, on: orderIndex, amount })),
    ...[...new Set([...amountsBelow(parts(amountLeft), amountLeft), amountLeft])]
      .filter((amount) => amount > 0)
      .map((amount) => ({ name: 'providerTakesBack' as const, on: orderIndex, amount })),
    ...deadlineNames
      .filter((deadline) => waitsFor(order, deadline) && !order.over.includes(deadline))
      .map((deadline) => ({ name: 'pass' as const, on: orderIndex, deadline })),
    ...(['seller', 'buyer'] as const).map((by) => ({
      name: 'complete' as const,
      on: orderIndex,
      by,
    })),
    ...(['buyer', 'seller', 'admin'] as const).map((by) => ({
      name: 'refund' as const,
      on: orderIndex,
      by,
    })),
    ...[null, ...amountsBelow(parts(price), price)].map((amount) => ({
      name: 'contest' as const,
      on: orderIndex,
      amount,
    })),
    ...amountsBelow(parts(price), price).map((amount) => ({
      name: 'decidePart' as const,
      on: orderIndex,
      amount,
    })),
    ...refunds.map(({ id }) => ({ name: 'sendRefund' as const, on: orderIndex, refund: id })),
  ];
}

function withdrawalSteps(
  { status, payout }: WithdrawalModel,
  withdrawalIndex: number,
): ModelStep[] {
  return status === 'refused' && !payout
    ? []
    : withdrawalStepNames.map((name) => ({ name, on: withdrawalIndex }));
}

/** The steps that an exploration or simulation may start in a state. */
export function stepsIn(state: MoneyState, amounts: Amounts, maxCounts: MaxCounts): ModelStep[] {
  const walletSteps = state.wallets.flatMap((wallet, on): ModelStep[] => [
    { name: wallet.suspended ? 'unsuspend' : 'suspend', on },
    ...(state.withdrawals.length < maxCounts.withdrawals
      ? amounts
          .withdrawals(wallet.available)
          .filter((amount) => amount > 0)
          .map((amount) => ({ name: 'requestWithdrawal' as const, on, amount }))
      : []),
  ]);
  return [
    ...state.orders.flatMap((order, on) => [
      ...orderSteps(order, on, amounts),
      ...bankSteps(order, on, amounts, maxCounts),
    ]),
    ...walletSteps,
    ...state.withdrawals.flatMap(withdrawalSteps),
  ];
}
