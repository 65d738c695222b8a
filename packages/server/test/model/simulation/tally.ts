import type { StepName } from '../step.ts';
import type { InjectedFault } from './strike.ts';

/** Counts what a simulation did. */
export interface SimulationCounts {
  readonly steps: ReadonlyMap<string, number>;
  readonly strikes: ReadonlyMap<string, number>;
  readonly rows: ReadonlyMap<string, number>;
  step(name: StepName, statements: number): void;
  strike(strike: InjectedFault | null): void;
  row(row: string): void;
  /** Highest number of statements that this step has needed so far. */
  statementsOf(name: StepName): number;
}

const increase = (counts: Map<string, number>, name: string) =>
  counts.set(name, (counts.get(name) ?? 0) + 1);

export function newTally(): SimulationCounts {
  const [steps, strikes, rows] = [1, 2, 3].map(() => new Map<string, number>());
  const most = new Map<StepName, number>();
  if (!steps || !strikes || !rows) throw new Error('no counts');
  return {
    steps,
    strikes,
    rows,
    step: (name, statements) => {
      increase(steps, name);
      most.set(name, Math.max(most.get(name) ?? 0, statements));
    },
    strike: (strike) => {
      if (strike) increase(strikes, `${strike.how} ${strike.when} a statement`);
    },
    row: (row) => increase(rows, row),
    statementsOf: (name) => most.get(name) ?? 12,
  };
}
