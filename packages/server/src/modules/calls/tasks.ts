import { limits } from '@guilda/contract/limits';
import type { TaskRunners } from '../../platform/jobs/index.ts';
import type { CallDeps } from './call-deps.ts';
import { expireOverdueCalls } from './end/expire-ringing.ts';
import { closeOrphanedRooms } from './rooms/close-orphaned-rooms.ts';
import { deleteOldCalls } from './rooms/room-store.ts';
import { sweepRooms } from './rooms/sweep-rooms.ts';

/** Maximum number of ended calls that one run deletes. */
const MAX_CALLS_DELETED_PER_RUN = 500;

/** Scheduled background jobs of calls. */
export type CallTasks = {
  /** Ends overdue calls, checks open rooms and deletes old calls. */
  readonly 'calls.sweep': Readonly<Record<string, string>>;
  /** Closes rooms at Discord that belong to no call. */
  readonly 'calls.close_strays': Readonly<Record<string, string>>;
};

/** Cron expressions: `calls.sweep` every minute, `calls.close_strays` every ten minutes. */
export const callSchedule = {
  'calls.sweep': '* * * * *',
  'calls.close_strays': '*/10 * * * *',
} as const;

/** The functions that run the jobs. Every job is idempotent and may run in several processes at once. */
export function callTasks(deps: CallDeps): TaskRunners<CallTasks> {
  const [expireCalls, checkRooms, closeOrphaned] = [
    expireOverdueCalls(deps),
    sweepRooms(deps),
    closeOrphanedRooms(deps),
  ];
  return {
    'calls.sweep': async (_, { signal }) => {
      await expireCalls();
      await checkRooms(signal);
      await deleteOldCalls(deps.database.db, limits.callHistoryDays, MAX_CALLS_DELETED_PER_RUN);
    },
    'calls.close_strays': (_, { signal }) => closeOrphaned(signal),
  };
}
