import pg from 'pg';
import { parentOf, readCpuSeconds, readResidentBytes } from './processor-time.ts';

/** Groups of processes whose processor time is measured separately; `others` is the rest of the machine. */
type CpuConsumer = 'program' | 'database' | 'load' | 'others';

/** Resources that were used during a measurement. */
export interface ResourceUsage {
  /** Average number of cores that each consumer used; null if the system does not report it. */
  readonly cores: Readonly<Record<CpuConsumer, number>> | null;
  /** Memory of the program that is in RAM at the end, in bytes; null if the system does not report it. */
  readonly residentBytes: number | null;
  /**
   * Average number of running statements by what PostgreSQL waits for; `none` for statements that use the processor.
   */
  readonly statementsByWaitEvent: Readonly<Record<string, number>>;
}

const SAMPLE_INTERVAL_MS = 100;
const countWaitEvents = `
  SELECT coalesce(wait_event_type, 'none') AS what, count(*)::int AS many FROM pg_stat_activity
  WHERE state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid() GROUP BY 1`;

/** Finds the first process of the PostgreSQL that `client` is connected to. */
export async function findDatabaseProcess(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return parentOf(rows[0]?.pid ?? 0);
}

/** Starts measuring resource usage; the returned function stops the measurement and returns the usage. */
export async function startUsageMeasurement(
  databaseUrl: string,
  processIds: { readonly program: number; readonly load: number },
): Promise<() => Promise<ResourceUsage>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const roots = { ...processIds, database: await findDatabaseProcess(client) };
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
  const secondsBefore = readCpuSeconds(roots);
  return async () => {
    const seconds = (performance.now() - startedAt) / 1000;
    const secondsAfter = readCpuSeconds(roots);
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
      residentBytes: readResidentBytes(processIds.program),
      statementsByWaitEvent: Object.fromEntries(averageCounts),
    };
  };
}
