import type { DatabaseLog } from '../src/platform/database/log.ts';

const nothing = () => undefined;

/** A log that keeps tests' output to the tests. */
export const quietLog: DatabaseLog = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};
