import { hash } from 'node:crypto';
import { brokenInvariants, brokenStepRules } from './invariants.ts';
import { ModelFailure } from './postings.ts';
import { copyState, keyOf, type MoneyState, normaliseState } from './state.ts';
import type { ModelStep, StepContext } from './step.ts';
import { partsOf, type StepParts } from './steps.ts';

/** A running step, whose first `partsDone` parts are done. */
export interface RunningStep {
  readonly step: ModelStep;
  readonly partsDone: number;
  readonly context: StepContext;
}

/** A state with its running steps. */
export interface ExplorationState {
  readonly state: MoneyState;
  readonly runningSteps: readonly RunningStep[];
}

export interface PartOutcome {
  readonly state: MoneyState;
  /** The step after this part; null when the step has ended. */
  readonly continuation: RunningStep | null;
  /** Rows of the state tables that the part used. */
  readonly rows: readonly string[];
  /** Why the program would throw here, which rolls its transaction back; null otherwise. */
  readonly failure: string | null;
}

/** Runs the next part of a step on a copy of the state. */
export function runPart(
  stateBefore: MoneyState,
  { step, partsDone, context }: RunningStep,
  allParts: StepParts = partsOf,
): PartOutcome {
  const parts = allParts[step.name];
  const runNextPart = parts[partsDone];
  if (!runNextPart) throw new Error(`${step.name} has no part ${partsDone}`);
  const state = copyState(stateBefore);
  const rows: string[] = [];
  try {
    const nextContext = runNextPart({ state, rows }, step, context);
    const hasEnded = nextContext === 'stop' || partsDone + 1 === parts.length;
    const continuation = hasEnded
      ? null
      : { step, partsDone: partsDone + 1, context: nextContext ?? context };
    return { state: normaliseState(state), continuation, rows, failure: null };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { state: stateBefore, continuation: null, rows: [], failure: error.message };
  }
}

export const startStep = (step: ModelStep): RunningStep => ({ step, partsDone: 0, context: {} });

/** Runs all parts of a step one after the other, without other steps in between. */
export function takeStep(state: MoneyState, step: ModelStep): MoneyState {
  let [now, next]: [MoneyState, RunningStep | null] = [state, startStep(step)];
  while (next) {
    const { state: after, continuation } = runPart(now, next);
    [now, next] = [after, continuation];
  }
  return now;
}

export interface Exploration {
  readonly start: MoneyState;
  /** Steps that may start in a state. */
  readonly stepsIn: (state: MoneyState) => readonly ModelStep[];
  /** Maximum number of concurrent steps. */
  readonly maxConcurrentSteps: number;
  /** Maximum number of events (parts of steps or crashes) on a path from `start`; unlimited by default. */
  readonly depth?: number;
  /** Replacement parts of steps, for tests that break a rule. */
  readonly parts?: StepParts;
}

export interface ExplorationResult {
  readonly stateCount: number;
  readonly partCount: number;
  /** Whether all reachable states were explored. */
  readonly isComplete: boolean;
  readonly rows: ReadonlySet<string>;
  /** The shortest path to a violated invariant, with the violation; null when all invariants hold. */
  readonly violation: {
    readonly brokenRules: readonly string[];
    readonly path: readonly string[];
  } | null;
}

/** How an exploration state was reached. */
interface StatePath {
  readonly previous: StatePath | null;
  readonly eventName: string;
}

interface ExplorationNode extends ExplorationState {
  readonly statePath: StatePath;
}

/** A continuation of an exploration state: the step that runs its next part (null for a crash), and the others. */
interface StepBranch {
  readonly next: RunningStep | null;
  readonly others: readonly RunningStep[];
  readonly eventName: string;
}

/** A short text that is equal for equal exploration states, because millions of them are stored. */
const explorationKey = ({ state, runningSteps }: ExplorationState): string =>
  hash('md5', keyOf(state) + JSON.stringify(runningSteps), 'base64');

const nameOf = ({ step, partsDone }: RunningStep) => {
  const { name, on, ...rest } = step;
  const partText = partsOf[name].length > 1 ? ` (part ${partsDone + 1})` : '';
  return `${name} ${on} ${JSON.stringify(rest)}${partText}`;
};

function eventNamesOf(statePath: StatePath): string[] {
  const path: string[] = [];
  for (let current = statePath; current.previous; current = current.previous)
    path.unshift(current.eventName);
  return path;
}

/** All possible continuations: steps that start, steps that continue, and crashes that end a step. */
function* branchesOf(node: ExplorationNode, exploration: Exploration): Generator<StepBranch> {
  const { runningSteps, state } = node;
  for (const runningStep of runningSteps) {
    const others = runningSteps.filter((other) => other !== runningStep);
    yield { next: runningStep, others, eventName: nameOf(runningStep) };
    yield { next: null, others, eventName: `crash of ${nameOf(runningStep)}` };
  }
  for (const step of exploration.stepsIn(state)) {
    const startedStep = startStep(step);
    if (runningSteps.length < exploration.maxConcurrentSteps || partsOf[step.name].length === 1)
      yield { next: startedStep, others: runningSteps, eventName: nameOf(startedStep) };
  }
}

/** The exploration state after a part of a step, or after a crash that ends a step (`next` is null). */
function followBranch(
  node: ExplorationNode,
  { next, others, eventName }: StepBranch,
  stepParts?: StepParts,
) {
  const outcome = next && runPart(node.state, next, stepParts);
  const nextNode: ExplorationNode = {
    state: outcome?.state ?? node.state,
    runningSteps: outcome?.continuation ? [...others, outcome.continuation] : others,
    statePath: { previous: node.statePath, eventName },
  };
  return { outcome, nextNode };
}

/** Explores every interleaving breadth first and checks the invariants in every state. */
export function explore(exploration: Exploration): ExplorationResult {
  const { start, depth: maxDepth = Number.POSITIVE_INFINITY } = exploration;
  const root: ExplorationNode = {
    state: start,
    runningSteps: [],
    statePath: { previous: null, eventName: '' },
  };
  const seenKeys = new Set([explorationKey(root)]);
  const rows = new Set<string>();
  let [level, depth, partCount]: [readonly ExplorationNode[], number, number] = [[root], 0, 0];
  for (; level.length > 0 && depth < maxDepth; depth += 1) {
    const nextNodes: ExplorationNode[] = [];
    for (const node of level) {
      for (const branch of branchesOf(node, exploration)) {
        partCount += 1;
        const { outcome, nextNode } = followBranch(node, branch, exploration.parts);
        for (const row of outcome?.rows ?? []) rows.add(row);
        const brokenRules = outcome ? rulesBrokenBy(node.state, outcome) : [];
        if (brokenRules.length > 0) {
          const violation = { brokenRules, path: eventNamesOf(nextNode.statePath) };
          return {
            stateCount: seenKeys.size,
            partCount,
            isComplete: false,
            rows,
            violation,
          };
        }
        const key = explorationKey(nextNode);
        if (seenKeys.has(key)) continue;
        seenKeys.add(key);
        nextNodes.push(nextNode);
      }
    }
    level = nextNodes;
  }
  return {
    stateCount: seenKeys.size,
    partCount,
    isComplete: level.length === 0,
    rows,
    violation: null,
  };
}

/** The rules that a part violates: the program throws, an invariant does not hold, or a rule about steps is broken. */
function rulesBrokenBy(stateBefore: MoneyState, { state, failure }: PartOutcome): string[] {
  if (failure) return [`the program fails: ${failure}`];
  return [...brokenInvariants(state), ...brokenStepRules(stateBefore, state)];
}
