export { createJobs, type Jobs } from './jobs.ts';
export { type Enqueue, enqueuer, type TaskRunners } from './tasks.ts';
export type { Schedule } from './worker.ts';
