/** Interval of checks whether npm still runs, in ms. */
const PARENT_CHECK_INTERVAL_MS = 500;

/**
 * Sends SIGTERM to this process when npm has ended: npm only ends its shell on a signal, and the program would keep
 * running as an orphan.
 */
export function followNpm(): void {
  if (!process.env['npm_lifecycle_event']) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_INTERVAL_MS).unref();
}
