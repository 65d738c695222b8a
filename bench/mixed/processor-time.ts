import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in `/proc` on Linux. */
const TICKS_PER_SECOND = 100;
/** Bytes per page of memory in `/proc` on Linux. */
const PAGE_BYTES = 4_096;

/** A process with the processor time and the memory that it uses. */
interface ProcessUsage {
  readonly pid: number;
  /** Process id of the parent process. */
  readonly parent: number;
  /** Processor time in clock ticks, see `TICKS_PER_SECOND`. */
  readonly ticks: number;
  /** Processor time of child processes that have ended, in clock ticks. */
  readonly ticksOfEndedChildren: number;
  /** Memory of the process that is in RAM, in pages, see `PAGE_BYTES`. */
  readonly residentPages: number;
}

/** Lists all processes with their processor time; null on systems without /proc. */
function listProcesses(): ProcessUsage[] | null {
  try {
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .flatMap((entry) => {
        try {
          return [parseProcessLine(readFileSync(`/proc/${entry}/stat`, 'latin1'))];
        } catch {
          // The process has ended since its folder was listed.
          return [];
        }
      });
  } catch {
    return null;
  }
}

function parseProcessLine(line: string): ProcessUsage {
  const end = line.lastIndexOf(')');
  const fields = line.slice(end + 2).split(' ');
  return {
    pid: Number.parseInt(line, 10),
    parent: Number(fields[1]),
    ticks: Number(fields[11]) + Number(fields[12]),
    ticksOfEndedChildren: Number(fields[13]) + Number(fields[14]),
    residentPages: Number(fields[21]),
  };
}

/** Total processor time of the machine in seconds. */
function machineCpuSeconds(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = (
    readFileSync('/proc/stat', 'latin1').split('\n')[0] ?? ''
  )
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq) / TICKS_PER_SECOND;
}

/** Lists a process and all that descend from it. */
function listGroup(processes: readonly ProcessUsage[], root: number): ProcessUsage[] {
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isInGroup = (pid: number): boolean =>
    pid === root || (pid > 1 && isInGroup(parents.get(pid) ?? 0));
  return processes.filter(({ pid }) => isInGroup(pid));
}

/** Bytes of a process and of all that descend from it that are in RAM; null on systems without /proc. */
export function readResidentBytes(root: number): number | null {
  const processes = listProcesses();
  if (!processes) return null;
  return (
    listGroup(processes, root).reduce((pages, { residentPages }) => pages + residentPages, 0) *
    PAGE_BYTES
  );
}

/** Process ids of the roots of groups of processes, by the name of the group. */
export type ProcessRoots<Group extends string> = Readonly<Record<Group, number>>;

/**
 * Processor time in seconds of each group (a process with all that descend from it, also those that have ended), and
 * of all other processes of the machine; null on systems without /proc.
 */
export function readCpuSeconds<Group extends string>(
  roots: ProcessRoots<Group>,
): Record<Group | 'others', number> | null {
  const processes = listProcesses();
  if (!processes) return null;
  const secondsOf = (root: number) =>
    listGroup(processes, root).reduce(
      (ticks, used) => ticks + used.ticks + used.ticksOfEndedChildren,
      0,
    ) / TICKS_PER_SECOND;
  const groupSeconds = Object.entries<number>(roots).map(([group, root]) => [
    group,
    secondsOf(root),
  ]) as [Group, number][];
  const knownSeconds = groupSeconds.reduce((sum, [, seconds]) => sum + seconds, 0);
  return {
    ...(Object.fromEntries(groupSeconds) as Record<Group, number>),
    others: machineCpuSeconds() - knownSeconds,
  } as Record<Group | 'others', number>;
}

/** Processor time in seconds of the main thread of a process. */
export function readMainThreadSeconds(pid: number): number {
  const line = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1');
  return parseProcessLine(line).ticks / TICKS_PER_SECOND;
}

/** Process id of the parent of a process; -1 when there is no such process or the system has no /proc. */
export function parentOf(pid: number): number {
  try {
    return parseProcessLine(readFileSync(`/proc/${pid}/stat`, 'latin1')).parent;
  } catch {
    return -1;
  }
}
