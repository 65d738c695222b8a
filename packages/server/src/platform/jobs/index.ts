export { createJobs, type Jobs } from './jobs.ts';
export type { Enqueue, TaskRunners } from './tasks.ts';
