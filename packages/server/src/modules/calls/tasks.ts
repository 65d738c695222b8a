import type { TaskRunners } from '../../platform/jobs/index.ts';
import type { CallDeps } from './call-deps.ts';
import { closeStrays } from './close-strays.ts';
import { sweepRings } from './ring-out.ts';
import { forgetEnded } from './room-store.ts';
import { watchRooms } from './watch-rooms.ts';

/** How long calls are kept once they are over, in days, and how many are forgotten in one run. */
const KEPT_DAYS = 30;
const FORGOTTEN_AT_ONCE = 500;

/** The background work of this module; it runs by the clock. */
export type CallTasks = {
  /** Ends what time has ended, watches rooms, forgets what is long over. */
  readonly 'calls.sweep': Readonly<Record<string, string>>;
  /** Closes rooms that no call owns. */
  readonly 'calls.close_strays': Readonly<Record<string, string>>;
};

/** Every minute, and every ten. */
export const callSchedule = {
  'calls.sweep': '* * * * *',
  'calls.close_strays': '*/10 * * * *',
} as const;

/** Each may run more than once and in several processes at a time; the effect is that of once. */
export function callTasks(deps: CallDeps): TaskRunners<CallTasks> {
  const [rings, watch, strays] = [sweepRings(deps), watchRooms(deps), closeStrays(deps)];
  return {
    'calls.sweep': async (_, { signal }) => {
      await rings();
      await watch(signal);
      await forgetEnded(deps.database.db, KEPT_DAYS, FORGOTTEN_AT_ONCE);
    },
    'calls.close_strays': (_, { signal }) => strays(signal),
  };
}
