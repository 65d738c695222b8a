import { type Amounts, stepsIn } from './choices.ts';
import { type ExplorationResult, explore } from './explore.ts';
import { type ModelSettings, newOrder, newState } from './state.ts';
import { type StepName, type StepParts, stepNames } from './steps.ts';

/**
 * A part of the model that is explored: which steps, amounts, orders and settings. Everything at once has too many
 * states, so each scope is about one subject, and the last ones mix all steps up to a depth.
 */
export interface Scope {
  readonly name: string;
  readonly settings: ModelSettings;
  readonly price: number;
  /** The seller of each order. */
  readonly sellers: readonly number[];
  readonly without: readonly StepName[];
  readonly amounts: Amounts;
  readonly withdrawals: number;
  readonly atOnce: number;
  /** The longest path in `npm test`, and in full; without limit where it is missing. */
  readonly depth?: { readonly small: number; readonly full: number };
  /** Left out of `npm test`. */
  readonly onlyInFull?: boolean;
}

const clearsForSeller = { seller: true, buyer: false };
const exact = (price: number) => [price];
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
const withdrawalSteps = ['requestWithdrawal', 'settleWithdrawal', 'refuseWithdrawal'] as const;

/** Wrong, late, double and taken back payments, with the jobs that close a checkout, two at once. */
const payments: Scope = {
  name: 'payments and refunds',
  settings: { feePercent: 10, clears: clearsForSeller },
  price: 5,
  sellers: [0],
  without: [...disputeSteps, ...withdrawalSteps, 'complete', 'openPack', 'endClearing', 'suspend'],
  amounts: { payments: (price) => [price, price + 1], parts: () => [1], withdrawals: noAmounts },
  withdrawals: 0,
  atOnce: 2,
  depth: { small: 7, full: 16 },
};

/** Everything that can happen to paid orders until their money is withdrawn. */
const disputesOf = (feePercent: number, price: number): Scope => ({
  name: `disputes, clearing and withdrawals of ${price} with a fee of ${feePercent} %`,
  settings: { feePercent, clears: clearsForSeller },
  price,
  sellers: [0],
  without: [...unpaidSteps, 'openPack'],
  amounts: {
    payments: exact,
    parts: (amount) => [1, amount - 1],
    withdrawals: (available) => [available],
  },
  withdrawals: 1,
  atOnce: 1,
});

const everything: Scope = {
  name: 'all steps of one order',
  settings: { feePercent: 50, clears: { seller: true, buyer: true } },
  price: 3,
  sellers: [0],
  without: [],
  amounts: {
    payments: (price) => [1, price, price + 1],
    parts: (amount) => [1, amount - 1],
    withdrawals: (available) => [1, available],
  },
  withdrawals: 2,
  atOnce: 2,
  depth: { small: 5, full: 8 },
};

const twoOrders = (name: string, sellers: readonly number[]): Scope => ({
  ...everything,
  name,
  sellers,
  amounts: {
    payments: exact,
    parts: () => [1],
    withdrawals: (available) => [available],
  },
  atOnce: 1,
  depth: { small: 4, full: 6 },
});

export const scopes: readonly Scope[] = [
  payments,
  { ...disputesOf(10, 5), onlyInFull: true },
  { ...disputesOf(50, 3), onlyInFull: true },
  disputesOf(0, 1),
  disputesOf(100, 3),
  disputesOf(10, 0),
  everything,
  twoOrders('two orders of one seller', [0, 0]),
  twoOrders('two orders of two sellers', [0, 1]),
];

/** Explores a scope; `size` chooses the depth, `parts` breaks rules in tests. */
export function exploreScope(
  scope: Scope,
  size: 'small' | 'full',
  parts?: StepParts,
): ExplorationResult {
  const { settings, price, sellers, without, amounts, withdrawals, atOnce, depth } = scope;
  const start = newState(
    settings,
    sellers.map((seller) => newOrder(seller, price)),
  );
  const names = new Set(stepNames.filter((name) => !without.includes(name)));
  return explore({
    start,
    stepsIn: (state) => stepsIn(state, amounts, withdrawals).filter(({ name }) => names.has(name)),
    atOnce,
    ...(depth ? { depth: depth[size] } : {}),
    ...(parts ? { parts } : {}),
  });
}
