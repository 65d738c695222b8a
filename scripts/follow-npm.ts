/** Interval in ms at which this process checks whether npm still runs. */
const PARENT_CHECK_INTERVAL_MS = 500;

/**
 * Sends SIGTERM to this process when npm has ended: on a signal, npm only ends its shell, and the program would
 * continue as an orphan.
 */
export function followNpm(): void {
  if (!process.env['npm_lifecycle_event']) return;
  const parentPid = process.ppid;
  setInterval(() => {
    if (process.ppid !== parentPid) process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_INTERVAL_MS).unref();
}
