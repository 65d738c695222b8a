export { forgetReachOf } from './forget-reach.ts';
export { heldReach } from './held-reach.ts';
export { remindOfMessages } from './remind.ts';
export { reachHandlers } from './routes.ts';
export { reachSchedule, reachTasks } from './run-tasks.ts';
export type { ReachTasks } from './tasks.ts';
export { mountUnsubscribe } from './unsubscribe-page.ts';
export { type Unsubscribing, unsubscribing } from './unsubscribing.ts';
