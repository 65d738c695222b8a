export type { DeedDeps } from './deed-deps.ts';
export { enforce } from './enforce.ts';
export { enforcementHandlers } from './routes.ts';
export {
  type EnforcementTaskDeps,
  type EnforcementTasks,
  enforcementSchedule,
  enforcementTasks,
} from './tasks.ts';
