import type { Database } from '../../platform/database/pool.ts';
import type { TaskRunners } from '../../platform/jobs/index.ts';
import { forgetDeclined } from './age-check-store.ts';

/** The background work of this module. */
export type AgeTasks = {
  /** Forgets refusals that nobody needs to know of any more; runs by the clock. */
  readonly 'age.forget_declined': Readonly<Record<string, string>>;
};

/** When the work by the clock runs. */
export const ageSchedule = { 'age.forget_declined': '17 * * * *' } as const;

export function ageTasks({ database }: { readonly database: Database }): TaskRunners<AgeTasks> {
  return { 'age.forget_declined': () => forgetDeclined(database.db) };
}
