export {
  countJobs,
  type JobCounts,
  readFailedTasks,
} from './instrument-jobs.ts';
export { createJobs, type Jobs } from './jobs.ts';
export { QUEUE_CONNECTIONS } from './queue.ts';
export {
  createEnqueue,
  createEnqueueAll,
  type Enqueue,
  type EnqueueAll,
  type TaskRunners,
} from './tasks.ts';
export type { Schedule } from './worker.ts';
