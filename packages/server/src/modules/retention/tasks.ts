import type { TaskRunners } from '../../platform/jobs/index.ts';
import { letGo, type RetentionDeps } from './let-go.ts';

/** The background work of this module. */
export type RetentionTasks = {
  /** Lets go of what has been kept long enough; runs by the clock. */
  readonly 'retention.let_go': Readonly<Record<string, string>>;
};

/** Every day. */
export const retentionSchedule = { 'retention.let_go': '13 5 * * *' } as const;

export function retentionTasks(deps: RetentionDeps): TaskRunners<RetentionTasks> {
  const run = letGo(deps);
  return { 'retention.let_go': (_, { signal }) => run(signal) };
}
