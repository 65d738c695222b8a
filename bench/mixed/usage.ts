import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Groups of processes whose processor time is measured separately; `others` is the rest of the machine. */
type CpuConsumer = 'program' | 'database' | 'load' | 'others';

/** Resources that were used during a measurement. */
export interface ResourceUsage {
  /** Average number of cores that each consumer used; null if the system does not report it. */
  readonly cores: Readonly<Record<CpuConsumer, number>> | null;
  /**
   * Average number of running statements by what PostgreSQL waits for; `none` for statements that use the processor.
   */
  readonly statementsByWaitEvent: Readonly<Record<string, number>>;
}

/** Clock ticks per second in `/proc` on Linux. */
const TICKS_PER_SECOND = 100;

/** A process with the processor time that it has used. */
interface ProcessUsage {
  readonly pid: number;
  /** Process id of the parent process. */
  readonly parent: number;
  readonly name: string;
  /** Processor time in clock ticks, see `TICKS_PER_SECOND`. */
  readonly ticks: number;
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
    name: line.slice(line.indexOf('(') + 1, end),
    ticks: Number(fields[11]) + Number(fields[12]),
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

/**
 * Processor time in seconds of the program with its child processes, of PostgreSQL, of the load generator and of all
 * other processes; null on systems without /proc.
 */
export function cpuSecondsByConsumer(processIds: {
  readonly program: number;
  readonly load: number;
}) {
  const processes = listProcesses();
  if (!processes) return null;
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isDescendantOf = (pid: number, root: number): boolean =>
    pid === root || (pid > 1 && isDescendantOf(parents.get(pid) ?? 0, root));
  const sumSeconds = (isIncluded: (process: ProcessUsage) => boolean) =>
    processes.filter(isIncluded).reduce((ticks, process) => ticks + process.ticks, 0) /
    TICKS_PER_SECOND;
  const knownSeconds = {
    program: sumSeconds(({ pid }) => isDescendantOf(pid, processIds.program)),
    load: sumSeconds(({ pid }) => isDescendantOf(pid, processIds.load)),
    database: sumSeconds(({ name }) => name === 'postgres'),
  };
  return {
    ...knownSeconds,
    others: machineCpuSeconds() - knownSeconds.program - knownSeconds.load - knownSeconds.database,
  };
}

const SAMPLE_INTERVAL_MS = 100;
const countWaitEvents = `
  SELECT coalesce(wait_event_type, 'none') AS what, count(*)::int AS many FROM pg_stat_activity
  WHERE state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid() GROUP BY 1`;

/** Starts measuring resource usage; the returned function stops the measurement and returns the usage. */
export async function startUsageMeasurement(
  databaseUrl: string,
  processIds: { readonly program: number; readonly load: number },
): Promise<() => Promise<ResourceUsage>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const counts = new Map<string, number>();
  let sampleCount = 0;
  const sampleWaitEvents = async () => {
    const { rows } = await client.query<{ what: string; many: number }>(countWaitEvents);
    sampleCount += 1;
    for (const { what, many } of rows) counts.set(what, (counts.get(what) ?? 0) + many);
  };
  const timer = setInterval(
    () => void sampleWaitEvents().catch(() => undefined),
    SAMPLE_INTERVAL_MS,
  );
  const startedAt = performance.now();
  const secondsBefore = cpuSecondsByConsumer(processIds);
  return async () => {
    const seconds = (performance.now() - startedAt) / 1000;
    const secondsAfter = cpuSecondsByConsumer(processIds);
    clearInterval(timer);
    await client.end();
    const coresUsedBy = (consumer: CpuConsumer) =>
      Math.max(0, ((secondsAfter?.[consumer] ?? 0) - (secondsBefore?.[consumer] ?? 0)) / seconds);
    const coresByConsumer = {
      program: coresUsedBy('program'),
      database: coresUsedBy('database'),
      load: coresUsedBy('load'),
      others: coresUsedBy('others'),
    };
    const averageCounts = [...counts].map(([event, eventCount]) => [
      event,
      eventCount / Math.max(1, sampleCount),
    ]);
    return {
      cores: secondsBefore && secondsAfter ? coresByConsumer : null,
      statementsByWaitEvent: Object.fromEntries(averageCounts),
    };
  };
}
