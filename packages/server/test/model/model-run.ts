import type { MoneyState } from './state.ts';

/** A run of one atomic part of a step: the state that it changes, and the rows of the tables that it takes. */
export interface ModelRun {
  readonly state: MoneyState;
  readonly rows: string[];
}
