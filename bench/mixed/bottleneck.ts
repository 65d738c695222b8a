import { availableParallelism } from 'node:os';
import type { Usage } from './usage.ts';

/** The share of all cores from which on the machine itself is full. */
const FULL_MACHINE = 0.9;
/**
 * The share of one core from which on what runs in one thread is full: pages take it for many ms, so that
 * the slowest hundredth waits for several of them well before nothing is left.
 */
const FULL_THREAD = 0.8;

/** What the system kept waiting most, as words for the report. */
const waits: Readonly<Record<string, string>> = {
  IO: 'the disk, which PostgreSQL waits for',
  LWLock: 'PostgreSQL’s own locks in memory',
  Lock: 'rows that statements hold for each other',
};

/**
 * What kept the program from doing more: the machine's processor with who took it, the program's one
 * thread, or what PostgreSQL waited for.
 */
export function bottleneckOf(
  { cores, statements }: Usage,
  machine = availableParallelism(),
): string {
  const [[waited = '', many = 0] = []] = Object.entries(statements)
    .filter(([what]) => what in waits)
    .toSorted(([, a], [, b]) => b - a);
  if (many > (statements['none'] ?? 0) && many > 1) return waits[waited] ?? waited;
  if (!cores) return 'not known: this system does not tell who uses its processor';
  const { program, database, load, others } = cores;
  if (program + database + load + others >= machine * FULL_MACHINE) {
    const told = Object.entries({
      program,
      PostgreSQL: database,
      'the load itself': load,
      'the rest': others,
    })
      .toSorted(([, a], [, b]) => b - a)
      .map(([who, used]) => `${who} ${used.toFixed(2)}`);
    return `the machine’s ${machine} cores: ${told.join(', ')}`;
  }
  if (program >= FULL_THREAD) return `the program’s one thread (${program.toFixed(2)} cores)`;
  return 'neither processor nor disk: answers wait for each other';
}
