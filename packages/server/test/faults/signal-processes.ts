/** Sends a signal to processes, of which some may have exited. */
export function signalProcesses(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process had already exited.
    }
  }
}
