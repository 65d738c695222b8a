export type { CallDeps } from './call-deps.ts';
export { callEvents, callHandlers } from './routes.ts';
