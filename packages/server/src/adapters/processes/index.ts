export { joinGroup, type Membership } from './join-group.ts';
export {
  type KeptProcess,
  openProcessKeeper,
  type ProcessEnd,
  type ProcessKeeper,
} from './keep-processes.ts';
export { createProcessRateLimiter } from './rate-limiter.ts';
