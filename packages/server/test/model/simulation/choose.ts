import { limits } from '@guilda/contract/limits';
import { type Amounts, stepsIn } from '../choices.ts';
import { takeStep } from '../explore.ts';
import { keyOf, type ModelSettings, type MoneyState } from '../state.ts';
import type { ModelStep, StepName } from '../step.ts';
import type { InjectedFault } from './fault-injection.ts';
import type { RandomChoices } from './random.ts';

/** Maximum number of withdrawals in a state, and of chargebacks of one order. */
const maxCounts = { withdrawals: 4, chargebacks: 2 };

/** Weights for choosing among the steps that change something; a step that is not listed has the weight 1. */
const stepWeights: Partial<Record<StepName, number>> = {
  webhook: 8,
  buyerPays: 6,
  start: 6,
  complete: 5,
  openDispute: 4,
  contest: 3,
  endClearing: 5,
  pass: 3,
  sendRefund: 5,
  requestWithdrawal: 2,
  settleWithdrawal: 2,
  refuseWithdrawal: 2,
  suspend: 0.3,
  unsuspend: 2,
  cancel: 0.7,
  refund: 0.5,
  providerTakesBack: 0.6,
  chargeBack: 0.8,
  chargebackLost: 0.5,
  chargebackWon: 1.5,
  approveWithdrawal: 2,
  advancePayout: 4,
  payoutNotice: 2,
  payoutPaid: 3,
  openPack: 0.5,
};

/** Share of chosen steps that change nothing according to the model. */
const INEFFECTIVE_SHARE = 0.15;

function randomAmounts(random: RandomChoices): Amounts {
  return {
    payments: (price) =>
      price === 0
        ? []
        : random.chance(0.7)
          ? [price]
          : [1, price - 1, price + 1, 2 * price, random.integer(1, 2 * price)],
    parts: (amount) => [1, amount - 1, random.integer(1, Math.max(1, amount))],
    chargebacks: (paid) => [paid, paid, random.integer(1, Math.max(1, paid))],
    withdrawals: (available) =>
      available < limits.minWithdrawal
        ? []
        : [limits.minWithdrawal, available, random.integer(limits.minWithdrawal, available)],
  };
}

/** Whether a step changes something when no other step runs. */
const isEffective = (state: MoneyState, step: ModelStep): boolean =>
  keyOf(takeStep(state, step)) !== keyOf(state);

function pickWeighted(random: RandomChoices, steps: readonly ModelStep[]): ModelStep {
  const groups = [...Map.groupBy(steps, ({ name }) => name)];
  const weightOf = (name: StepName) => stepWeights[name] ?? 1;
  let remainingWeight = random.next() * groups.reduce((sum, [name]) => sum + weightOf(name), 0);
  for (const [name, group] of groups) {
    remainingWeight -= weightOf(name);
    if (remainingWeight < 0) return random.pick(group);
  }
  return random.pick(steps);
}

/** Chooses steps to run at once; they often concern the same order. */
export function chooseSteps(random: RandomChoices, state: MoneyState, count: number): ModelStep[] {
  const possibleSteps = stepsIn(state, randomAmounts(random), maxCounts);
  const effectiveSteps = possibleSteps.filter((step) => isEffective(state, step));
  const chosenSteps: ModelStep[] = [];
  while (chosenSteps.length < count) {
    const candidates =
      effectiveSteps.length === 0 || random.chance(INEFFECTIVE_SHARE)
        ? possibleSteps
        : effectiveSteps;
    const firstStep = chosenSteps[0];
    const stepsOfSameOrder = firstStep ? possibleSteps.filter(({ on }) => on === firstStep.on) : [];
    chosenSteps.push(
      stepsOfSameOrder.length > 0 && random.chance(0.6)
        ? random.pick(stepsOfSameOrder)
        : pickWeighted(random, candidates),
    );
  }
  return chosenSteps;
}

/**
 * Chooses a fault for a step; null when the step gets none. `share` is the share of steps with a fault (0 to 1),
 * `statementCount` the highest number of statements that the step has needed so far.
 */
export function chooseFault(
  random: RandomChoices,
  share: number,
  statementCount: number,
): InjectedFault | null {
  if (!random.chance(share)) return null;
  return {
    callIndex: random.integer(0, Math.max(2, statementCount)),
    when: random.pick(['before', 'after'] as const),
    kind: random.pick(['crash', 'crash', 'error', 'conflict'] as const),
  };
}

/** A price in centavos: free, tiny, small or large. */
export function choosePrice(random: RandomChoices): number {
  const [min, max] = random.pick([
    [0, 0],
    [1, 1],
    [2, 20],
    [2, 20],
    [100, 10_000],
    [100, 10_000],
    [100_000, 5_000_000],
  ] as const);
  return random.integer(min, max);
}

export function chooseSettings(random: RandomChoices): ModelSettings {
  return {
    feePercent: random.pick([0, 1, 10, 10, 33, 50, 99, 100]),
    clears: { seller: random.chance(0.8), buyer: random.chance(0.6) },
  };
}
