import { type Amounts, type MaxCounts, stepsIn } from './choices.ts';
import { type ExplorationResult, explore, takeStep } from './explore.ts';
import { type ModelSettings, newOrder, newState } from './state.ts';
import { type ModelStep, type StepName, stepNames } from './step.ts';
import type { StepParts } from './steps.ts';

/**
 * The part of the model that one exploration covers: steps, amounts, orders and settings. The whole model has too many
 * states, so each scope covers one subject, and the last scopes combine all steps up to a limited path length.
 */
export interface ModelScope {
  readonly name: string;
  readonly settings: ModelSettings;
  readonly price: number;
  /** For each order of the scope: the position of its seller in the list of sellers. */
  readonly sellers: readonly number[];
  /** Steps that are taken before the exploration starts. */
  readonly stepsBefore?: readonly ModelStep[];
  readonly excludedSteps: readonly StepName[];
  readonly amounts: Amounts;
  readonly maxCounts: MaxCounts;
  readonly maxConcurrentSteps: number;
  /** Maximum path length in `npm test`, and in a full exploration; unlimited when missing. */
  readonly depth?: { readonly small: number; readonly full: number };
  /** Whether `npm test` leaves the scope out. */
  readonly isFullOnly?: boolean;
}

const clearsForSeller = { seller: true, buyer: false };
const onlyPrice = (price: number) => [price];
const noAmounts = () => [];
const disputeSteps = [
  'openDispute',
  'contest',
  'accept',
  'lapse',
  'acceptOffer',
  'withdraw',
  'decideRelease',
  'decideRefund',
  'decidePart',
] as const satisfies StepName[];
const unpaidSteps = ['cancel', 'expire', 'revoke', 'suspend', 'unsuspend'] as const;
const payoutSteps = [
  'approveWithdrawal',
  'advancePayout',
  'payoutNotice',
  'payoutPaid',
  'payoutFailed',
  'payoutReturned',
] as const satisfies StepName[];

/** Wrong, late, double and reversed payments, with the jobs that close a checkout; two steps run at once. */
const paymentsScope: ModelScope = {
  name: 'payments and refunds',
  settings: { feePercent: 10, clears: clearsForSeller },
  price: 5,
  sellers: [0],
  excludedSteps: [...disputeSteps, 'complete', 'openPack', 'endClearing', 'suspend'],
  amounts: {
    ...{ withdrawals: noAmounts, chargebacks: noAmounts },
    payments: (price) => [price, price + 1],
    parts: () => [1],
  },
  maxCounts: { withdrawals: 0, chargebacks: 0 },
  maxConcurrentSteps: 2,
  depth: { small: 7, full: 16 },
};

/** Disputes, clearing and withdrawals of one paid order; without chargebacks, payouts and opened packs. */
const disputesOf = (feePercent: number, price: number): ModelScope => ({
  name: `disputes, clearing and withdrawals of ${price} with a fee of ${feePercent} %`,
  settings: { feePercent, clears: clearsForSeller },
  price,
  sellers: [0],
  excludedSteps: [...unpaidSteps, ...payoutSteps, 'openPack'],
  amounts: {
    payments: onlyPrice,
    parts: (amount) => [1, amount - 1],
    withdrawals: (available) => [available],
    chargebacks: noAmounts,
  },
  maxCounts: { withdrawals: 1, chargebacks: 0 },
  maxConcurrentSteps: 1,
});

/** Chargebacks in every state of an order, and the debts that they cause. */
const chargebacksScope: ModelScope = {
  name: 'chargebacks and debts',
  settings: { feePercent: 50, clears: clearsForSeller },
  price: 3,
  sellers: [0],
  excludedSteps: [...unpaidSteps, ...payoutSteps, 'contest', 'decidePart', 'refundUnstarted'],
  amounts: {
    payments: onlyPrice,
    parts: noAmounts,
    withdrawals: (available) => [available],
    chargebacks: (paid) => [1, paid],
  },
  maxCounts: { withdrawals: 1, chargebacks: 2 },
  maxConcurrentSteps: 2,
  depth: { small: 7, full: 11 },
};

/** A withdrawal through the payout provider, with lost answers, failures, returned money and a chargeback. */
const payoutsScope: ModelScope = {
  name: 'payouts',
  settings: { feePercent: 0, clears: { seller: false, buyer: false } },
  price: 1,
  sellers: [0],
  stepsBefore: [
    { name: 'buyerPays', on: 0, amount: 1 },
    { name: 'webhook', on: 0 },
    { name: 'start', on: 0 },
    { name: 'complete', on: 0, by: 'seller' },
    { name: 'requestWithdrawal', on: 0, amount: 1 },
  ],
  excludedSteps: [...unpaidSteps, ...disputeSteps, 'openPack', 'refund', 'providerTakesBack'],
  amounts: {
    payments: noAmounts,
    parts: noAmounts,
    withdrawals: noAmounts,
    chargebacks: onlyPrice,
  },
  maxCounts: { withdrawals: 1, chargebacks: 1 },
  maxConcurrentSteps: 2,
  depth: { small: 11, full: 15 },
};

const everythingScope: ModelScope = {
  name: 'all steps of one order',
  settings: { feePercent: 50, clears: { seller: true, buyer: true } },
  price: 3,
  sellers: [0],
  excludedSteps: [],
  amounts: {
    payments: (price) => [1, price, price + 1],
    parts: (amount) => [1, amount - 1],
    withdrawals: (available) => [1, available],
    chargebacks: (paid) => [1, paid],
  },
  maxCounts: { withdrawals: 2, chargebacks: 1 },
  maxConcurrentSteps: 2,
  depth: { small: 5, full: 8 },
};

const buildTwoOrderScope = (name: string, sellers: readonly number[]): ModelScope => ({
  ...everythingScope,
  name,
  sellers,
  amounts: {
    payments: onlyPrice,
    parts: () => [1],
    withdrawals: (available) => [available],
    chargebacks: onlyPrice,
  },
  maxConcurrentSteps: 1,
  depth: { small: 4, full: 6 },
});

export const allScopes: readonly ModelScope[] = [
  paymentsScope,
  { ...disputesOf(10, 5), isFullOnly: true },
  { ...disputesOf(50, 3), isFullOnly: true },
  disputesOf(0, 1),
  disputesOf(100, 3),
  disputesOf(10, 0),
  chargebacksScope,
  payoutsScope,
  everythingScope,
  buildTwoOrderScope('two orders of one seller', [0, 0]),
  buildTwoOrderScope('two orders of two sellers', [0, 1]),
];

/** Explores a scope; `size` selects the maximum path length, `parts` replaces parts of steps in tests. */
export function exploreScope(
  scope: ModelScope,
  size: 'small' | 'full',
  parts?: StepParts,
): ExplorationResult {
  const {
    settings,
    price,
    sellers,
    excludedSteps,
    amounts,
    maxCounts,
    maxConcurrentSteps,
    depth,
    stepsBefore = [],
  } = scope;
  const orders = sellers.map((seller) => newOrder(seller, price));
  const start = stepsBefore.reduce(takeStep, newState(settings, orders));
  const allowedNames = new Set(stepNames.filter((name) => !excludedSteps.includes(name)));
  return explore({
    start,
    stepsIn: (state) =>
      stepsIn(state, amounts, maxCounts).filter(({ name }) => allowedNames.has(name)),
    maxConcurrentSteps,
    ...(depth ? { depth: depth[size] } : {}),
    ...(parts ? { parts } : {}),
  });
}
