export { type RetentionTasks, retentionSchedule, retentionTasks } from './tasks.ts';
