import type { StepName } from '../step.ts';
import type { InjectedFault } from './fault-injection.ts';

/** Counts what a simulation did. */
export interface SimulationCounts {
  readonly steps: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, number>;
  readonly rows: ReadonlyMap<string, number>;
  step(name: StepName, statements: number): void;
  countFault(fault: InjectedFault | null): void;
  row(row: string): void;
  /** Highest number of statements that this step has needed so far. */
  statementsOf(name: StepName): number;
}

const increaseCount = (counts: Map<string, number>, name: string) =>
  counts.set(name, (counts.get(name) ?? 0) + 1);

export function createSimulationCounts(): SimulationCounts {
  const [steps, faults, rows] = [1, 2, 3].map(() => new Map<string, number>());
  const mostStatements = new Map<StepName, number>();
  if (!steps || !faults || !rows) throw new Error('no counts');
  return {
    steps,
    faults,
    rows,
    step: (name, statements) => {
      increaseCount(steps, name);
      mostStatements.set(name, Math.max(mostStatements.get(name) ?? 0, statements));
    },
    countFault: (fault) => {
      if (fault) increaseCount(faults, `${fault.kind} ${fault.when} a statement`);
    },
    row: (row) => increaseCount(rows, row),
    statementsOf: (name) => mostStatements.get(name) ?? 12,
  };
}
