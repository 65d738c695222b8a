export { joinGroup, type Membership } from './join-group.ts';
export {
  createProcessManager,
  type ManagedProcess,
  type ProcessEnd,
  type ProcessManager,
} from './keep-processes.ts';
export { createProcessRateLimiter } from './rate-limiter.ts';
