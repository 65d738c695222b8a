import type { ActionName } from '../mixed/actions.ts';

/** One row of the day of a person who comes on that day. */
export interface DayAction {
  readonly action: ActionName;
  /** How often a person does it on a day. */
  readonly perDay: number;
  readonly what: string;
  /** Where the number comes from. All of them are assumptions: nobody has counted a real crowd. */
  readonly source: string;
  /** Actions per second while the action is measured alone. */
  readonly costRate: number;
  /** Whether a replica may answer it (`mayBeLate` of the contract). */
  readonly isLate: boolean;
}
