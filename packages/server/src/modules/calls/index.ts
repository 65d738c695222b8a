export type { CallDeps } from './call-deps.ts';
export { closeStrays } from './close-strays.ts';
export { endCallOf, endCallsBetween, forgetCallsOf } from './forget-calls.ts';
export { heldCalls } from './held-calls.ts';
export { callEvents, callHandlers } from './routes.ts';
export { type CallTasks, callSchedule, callTasks } from './tasks.ts';
