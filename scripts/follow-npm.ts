/** How often to look whether npm is still there, in ms. */
const LOOK_MS = 500;

/**
 * Told to end, npm ends only the shell between itself and this program, which then belongs to
 * nobody: without this it would go on unnoticed. It leaves as if it had been told itself.
 */
export function followNpm(): void {
  if (!process.env['npm_lifecycle_event']) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS).unref();
}
