import { type RunningStep, runPart, startStep } from '../explore.ts';
import { brokenStepRules } from '../invariants.ts';
import { keyOf, type MoneyState } from '../state.ts';
import type { ModelStep } from '../step.ts';

/** A step that was run, and whether a fault hit it, so that it may have ended between two of its parts. */
export interface TakenStep {
  readonly step: ModelStep;
  readonly isFaultInjected: boolean;
}

/** A possible outcome of a batch of steps, which depends on the order of their parts. */
export interface BatchOutcome {
  readonly state: MoneyState;
  readonly rows: readonly string[];
  readonly failures: readonly string[];
  readonly brokenRules: readonly string[];
}

interface UnfinishedOutcome extends BatchOutcome {
  readonly runningSteps: readonly (RunningStep & { readonly isFaultInjected: boolean })[];
}

/** A state with its refunds sorted, because refunds of concurrent transactions may be stored in any order. */
const toComparable = (state: MoneyState) => ({
  ...state,
  orders: state.orders.map(({ refunds, ...order }) => ({
    ...order,
    refunds: refunds.map(({ amount, status, sent }) => `${amount} ${status} ${sent}`).sort(),
  })),
});

/** A text that is equal for states that differ only in the order of refunds. */
export const comparableKey = (state: MoneyState): string => JSON.stringify(toComparable(state));

/** All single values in a state, with their paths. */
function leavesOf(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  const entries = Object.entries(value);
  if (entries.length === 0) return [[path, Array.isArray(value) ? 'none' : 'empty']];
  return entries.flatMap(([key, each]) => leavesOf(each, path ? `${path}.${key}` : key));
}

/** Differences between the found state and an expected state. */
export function describeDifferences(foundState: MoneyState, expectedState: MoneyState): string {
  const [foundLeaves, expectedLeaves] = [foundState, expectedState].map(
    (state) => new Map(leavesOf(toComparable(state))),
  );
  const paths = new Set([...(foundLeaves?.keys() ?? []), ...(expectedLeaves?.keys() ?? [])]);
  return [...paths]
    .filter((path) => foundLeaves?.get(path) !== expectedLeaves?.get(path))
    .map(
      (path) =>
        `${path}: ${String(foundLeaves?.get(path))}, expected ${String(expectedLeaves?.get(path))}`,
    )
    .join('; ');
}

function* nextOutcomesOf(openOutcome: UnfinishedOutcome): Generator<UnfinishedOutcome> {
  for (const runningStep of openOutcome.runningSteps) {
    const { isFaultInjected } = runningStep;
    const others = openOutcome.runningSteps.filter((other) => other !== runningStep);
    if (isFaultInjected) yield { ...openOutcome, runningSteps: others };
    const { state, continuation, rows, failure } = runPart(openOutcome.state, runningStep);
    yield {
      state,
      rows: [...openOutcome.rows, ...rows],
      failures: failure ? [...openOutcome.failures, failure] : openOutcome.failures,
      brokenRules: [...openOutcome.brokenRules, ...brokenStepRules(openOutcome.state, state)],
      runningSteps: continuation ? [...others, { ...continuation, isFaultInjected }] : others,
    };
  }
}

/**
 * The outcomes of all interleavings of the steps' parts, by the `comparableKey` of the state in which they leave the
 * database.
 */
export function outcomesOf(
  state: MoneyState,
  steps: readonly TakenStep[],
): ReadonlyMap<string, BatchOutcome> {
  const outcomes = new Map<string, BatchOutcome>();
  const seenKeys = new Set<string>();
  const startedSteps = steps.map(({ step, isFaultInjected }) => ({
    ...startStep(step),
    isFaultInjected,
  }));
  const pendingOutcomes: UnfinishedOutcome[] = [
    { state, rows: [], failures: [], brokenRules: [], runningSteps: startedSteps },
  ];
  for (let current = pendingOutcomes.pop(); current; current = pendingOutcomes.pop()) {
    const key =
      keyOf(current.state) + JSON.stringify(current.runningSteps) + current.failures.length;
    if (seenKeys.has(key)) continue;
    seenKeys.add(key);
    if (current.runningSteps.length === 0) {
      const knownOutcome = outcomes.get(comparableKey(current.state));
      if (!knownOutcome || knownOutcome.failures.length > current.failures.length)
        outcomes.set(comparableKey(current.state), current);
    }
    pendingOutcomes.push(...nextOutcomesOf(current));
  }
  return outcomes;
}
