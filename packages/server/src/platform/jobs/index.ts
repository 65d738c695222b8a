export { createJobs, type Jobs } from './jobs.ts';
export { migrateQueue } from './queue.ts';
export {
  type Enqueue,
  enqueuer,
  type JobOptions,
  type TaskContext,
  type TaskMap,
  type TaskRunners,
} from './tasks.ts';
