import type { TaskRunners } from '../../platform/jobs/index.ts';
import { deleteExpired, type RetentionDeps } from './delete-expired.ts';

/** Background jobs of retention. The queue stores the job names, so a name must not change. */
export type RetentionTasks = {
  /** Deletes data whose retention period has ended; scheduled. */
  readonly 'retention.let_go': Readonly<Record<string, string>>;
};

/** Cron expression: every day at 05:13 UTC. */
export const retentionSchedule = { 'retention.let_go': '13 5 * * *' } as const;

export function retentionTasks(deps: RetentionDeps): TaskRunners<RetentionTasks> {
  const deleteData = deleteExpired(deps);
  return { 'retention.let_go': (_, { signal }) => deleteData(signal) };
}
