import type { MoneyState } from './state.ts';

/** The execution of one atomic part of a step: the state that it changes, and the rows of state tables that it uses. */
export interface ModelRun {
  readonly state: MoneyState;
  readonly rows: string[];
}
