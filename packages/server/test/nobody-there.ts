import type { Realtime } from '../src/ports/realtime.ts';

/** A presence in which nobody is there. */
export const nobodyThere = {
  statusFor: () => () => 'offline' as const,
  onlineUids: (): readonly string[] => [],
};

/** The open devices of people who have none. */
export const nobodyHears: Realtime = { emit: () => {} };

/** What ends the calls of people who are in none. */
export const nobodyCalls = { endCallsBetween: async () => () => {} };
