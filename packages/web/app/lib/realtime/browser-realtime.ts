import type { Realtime } from './realtime.ts';
import { UnansweredError } from './realtime.ts';

const silent: Realtime = {
  start: () => undefined,
  stop: () => undefined,
  on: () => () => undefined,
  send: async () => {
    throw new UnansweredError();
  },
  getState: () => 'connecting',
  subscribe: () => () => undefined,
};

/**
 * The line of whoever is signed in on this device; in the browser only. The first call begins to
 * follow the session: it connects, hangs up and changes hands by itself.
 */
export function realtime(): Realtime {
  return silent;
}
