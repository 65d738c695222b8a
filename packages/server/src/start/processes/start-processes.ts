import { createProcessManager, type ManagedProcess } from '../../adapters/processes/index.ts';
import {
  createMetricsSum,
  type MetricsPage,
  openMetricsPage,
} from '../../adapters/prometheus/index.ts';
import type { Config } from '../../config/index.ts';
import type { Logger } from '../../platform/telemetry/logging.ts';
import { systemTimers } from '../../ports/timers.ts';
import { openDatabaseServer, type RunningDatabase, toStartError } from '../database-server.ts';
import { refuseFullDisk } from '../disk-space.ts';
import { printLine } from '../print-line.ts';
import { reservePort } from '../reserve-port.ts';
import { formatWelcome } from '../welcome.ts';
import {
  ExplainedStartError,
  keepProcessesRunning,
  type RunningProcesses,
} from './keep-running.ts';

/** The parts of the primary process that stop with the program. */
interface PrimaryParts {
  readonly processes: RunningProcesses;
  readonly databaseServer: RunningDatabase;
  readonly metricsPage: MetricsPage | null;
}

/** Serves the metrics of all processes together; null without `METRICS_PORT`. */
async function openSummedMetricsPage(
  { metrics }: Config,
  sum: ReturnType<typeof createMetricsSum>,
  askForMetrics: () => Promise<void>,
): Promise<MetricsPage | null> {
  if (!metrics) return null;
  const readMetrics = async () => {
    await askForMetrics();
    return sum.read();
  };
  return openMetricsPage({ contentType: sum.contentType, read: readMetrics }, metrics);
}

async function stopAll(
  { processes, databaseServer, metricsPage }: PrimaryParts,
  log: Logger,
): Promise<void> {
  await processes.stop();
  await metricsPage?.close();
  await databaseServer
    .stop()
    .catch((error: unknown) => log.error({ err: error }, 'unclean database stop'));
}

/**
 * SIGTERM and SIGINT stop all processes. SIGHUP replaces all processes, but stops them when the program runs in a
 * terminal, which sends SIGHUP when it closes. Returns a function that says whether the stop has begun.
 */
function followSignals(primary: PrimaryParts, log: Logger): () => boolean {
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping all processes');
    await stopAll(primary, log);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal));
  process.on('SIGHUP', () => {
    if (process.stdin.isTTY) void stop('SIGHUP');
    else void primary.processes.restart();
  });
  return () => isStopping;
}

/**
 * Starts the program as several processes on one port (`PROCESSES`). This primary process keeps them running and serves
 * the metrics; it also runs the embedded database, but handles no request itself.
 */
export async function startProcesses(config: Config, log: Logger): Promise<void> {
  const port = await reservePort(config);
  await refuseFullDisk(config);
  const databaseServer = await openDatabaseServer(config, log);
  const metricsSum = createMetricsSum();
  const { processes: processCount } = config;
  const setup = { port, databaseUrl: databaseServer.url };
  const processManager = createProcessManager({ setup, processCount, log, metrics: metricsSum });
  const startProcess = (): ManagedProcess => processManager.open();
  const processes = keepProcessesRunning({
    processCount,
    startProcess,
    timers: systemTimers,
    log,
  });
  let isShuttingDown = () => false;
  try {
    const metricsPage = await openSummedMetricsPage(
      config,
      metricsSum,
      processManager.askForMetrics,
    );
    isShuttingDown = followSignals({ processes, databaseServer, metricsPage }, log);
    await processes.start();
  } catch (error) {
    if (isShuttingDown()) return;
    await processes.stop();
    await databaseServer.stop();
    // The process that could not start has already printed why.
    if (error instanceof ExplainedStartError) process.exit(1);
    throw toStartError(config, error);
  }
  if (!isShuttingDown())
    printLine(formatWelcome(config, config.publicUrl ?? `http://localhost:${port}`));
}
