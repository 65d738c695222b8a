export {
  countJobs as readQueue,
  type JobCounts as QueueState,
  readFailedTasks,
} from './instrument-jobs.ts';
export { createJobs, type Jobs } from './jobs.ts';
export {
  batchEnqueuer,
  type Enqueue,
  type EnqueueAll,
  enqueuer,
  type TaskRunners,
} from './tasks.ts';
export type { Schedule } from './worker.ts';
