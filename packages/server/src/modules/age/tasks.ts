import type { Database } from '../../platform/database/pool.ts';
import type { TaskRunners } from '../../platform/jobs/index.ts';
import { deleteDeclinedChecks } from './age-check-store.ts';

/** Background jobs of age checks. The queue stores the job names, so a name must not change. */
export type AgeTasks = {
  /** Deletes checks that were declined more than a day ago; scheduled by {@link ageSchedule}. */
  readonly 'age.forget_declined': Readonly<Record<string, string>>;
};

/** Cron expression of each scheduled job: 17 minutes past every hour. */
export const ageSchedule = { 'age.forget_declined': '17 * * * *' } as const;

export function ageTasks({ database }: { readonly database: Database }): TaskRunners<AgeTasks> {
  return { 'age.forget_declined': () => deleteDeclinedChecks(database.db) };
}
