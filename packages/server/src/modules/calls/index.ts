export type { CallDeps } from './call-deps.ts';
export { endCallsBetween, forgetCallsOf } from './forget-calls.ts';
export { callEvents, callHandlers } from './routes.ts';
