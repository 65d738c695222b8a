import type { TaskRunners } from '../../platform/jobs/index.ts';
import { deleteExpired, type RetentionDeps } from './delete-expired.ts';

/** Background jobs; their names are stored in the queue. */
export type RetentionTasks = {
  /** Deletes what has reached the end of its retention period; scheduled. */
  readonly 'retention.let_go': Readonly<Record<string, string>>;
};

/** Every day. */
export const retentionSchedule = { 'retention.let_go': '13 5 * * *' } as const;

export function retentionTasks(deps: RetentionDeps): TaskRunners<RetentionTasks> {
  const run = deleteExpired(deps);
  return { 'retention.let_go': (_, { signal }) => run(signal) };
}
