import type { Database } from '../../platform/database/pool.ts';
import type { TaskRunners } from '../../platform/jobs/index.ts';
import { deleteDeclinedChecks } from './age-check-store.ts';

/** Background jobs; their names are stored in the queue. */
export type AgeTasks = {
  /** Deletes old declined checks; scheduled. */
  readonly 'age.forget_declined': Readonly<Record<string, string>>;
};

/** Every hour. */
export const ageSchedule = { 'age.forget_declined': '17 * * * *' } as const;

export function ageTasks({ database }: { readonly database: Database }): TaskRunners<AgeTasks> {
  return { 'age.forget_declined': () => deleteDeclinedChecks(database.db) };
}
