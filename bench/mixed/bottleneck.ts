import { availableParallelism } from 'node:os';
import type { ResourceUsage } from './usage.ts';

/** Share of all cores above which the machine is saturated. */
const BUSY_MACHINE_SHARE = 0.9;
/**
 * Share of one core above which a single thread is saturated. It is below 1 because rendering a page takes many ms, so
 * the 99th percentile of latencies rises before the core is fully used.
 */
const BUSY_THREAD_SHARE = 0.8;

/** What PostgreSQL waits for, as text for the report, by `wait_event_type`. */
const waitEventTexts: Readonly<Record<string, string>> = {
  IO: 'the disk, which PostgreSQL waits for',
  LWLock: 'PostgreSQL’s own locks in memory',
  Lock: 'rows that statements hold for each other',
};

/**
 * Describes the bottleneck: the machine's processor, the program's main thread, or PostgreSQL's wait events.
 */
export function describeBottleneck(
  { cores, statementsByWaitEvent }: ResourceUsage,
  machineCores = availableParallelism(),
): string {
  const [[waitEvent = '', waitCount = 0] = []] = Object.entries(statementsByWaitEvent)
    .filter(([eventName]) => eventName in waitEventTexts)
    .toSorted(([, a], [, b]) => b - a);
  if (waitCount > (statementsByWaitEvent['none'] ?? 0) && waitCount > 1)
    return waitEventTexts[waitEvent] ?? waitEvent;
  if (!cores) return 'not known: this system does not report processor usage by process';
  const { program, database, load, others } = cores;
  if (program + database + load + others >= machineCores * BUSY_MACHINE_SHARE) {
    const usages = Object.entries({
      program,
      PostgreSQL: database,
      'the load itself': load,
      'the rest': others,
    })
      .toSorted(([, a], [, b]) => b - a)
      .map(([who, used]) => `${who} ${used.toFixed(2)}`);
    return `the machine’s ${machineCores} cores: ${usages.join(', ')}`;
  }
  if (program >= BUSY_THREAD_SHARE) return `the program’s one thread (${program.toFixed(2)} cores)`;
  return 'neither processor nor disk: answers wait for each other';
}
