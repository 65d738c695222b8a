import type { ManagedProcess, ProcessEnd } from '../../adapters/processes/index.ts';
import type { Logger } from '../../platform/telemetry/logging.ts';
import type { Timers } from '../../ports/timers.ts';
import { StartError } from '../start-error.ts';

/**
 * Number of attempts to start a process. When the process ends before it accepts requests in every attempt, the start
 * of the program fails.
 */
const MAX_START_ATTEMPTS = 5;
/** Pause before a process that ended is started again, in ms; doubled each time it ends again within a minute. */
const FIRST_RESTART_PAUSE_MS = 500;
/** Maximum pause before a process that ended is started again, in ms. */
const MAX_RESTART_PAUSE_MS = 15_000;
/** A process that ran at least this many ms is started again after `FIRST_RESTART_PAUSE_MS`, without doubling. */
const STABLE_AFTER_MS = 60_000;
/** Time in ms after which a stopping process is killed; it exits by itself within 10.5 s. */
const STOP_TIMEOUT_MS = 12_000;
/** Exit code of a process that has printed why it cannot start. */
const EXPLAINED_EXIT_CODE = 1;

/** Thrown when a process could not start and has already printed why. */
export class ExplainedStartError extends Error {}

export interface KeepRunningOptions {
  readonly processCount: number;
  readonly startProcess: () => ManagedProcess;
  readonly timers: Pick<Timers, 'after' | 'now'>;
  readonly log: Logger;
}

/** A fixed number of processes that are started again when they end. */
export interface RunningProcesses {
  /**
   * Starts one process, which prepares the data that all processes share, then the others; resolves once all accept
   * requests.
   * @throws ExplainedStartError, or StartError after five ends in a row
   */
  start(): Promise<void>;
  /** Replaces one process after the other; each old process stops once its successor accepts requests. */
  restart(): Promise<void>;
  /** Stops all processes; resolves once they have ended. */
  stop(): Promise<void>;
}

const describeEnd = ({ code, signal }: ProcessEnd) =>
  signal ? `sinal ${signal}` : `código ${code}`;

/** Resolves to null once the process accepts requests; to its exit code and signal if it ends before that. */
const readyOrEnd = (process: ManagedProcess): Promise<ProcessEnd | null> =>
  Promise.race([process.ready.then(() => null), process.ended]);

export function keepProcessesRunning({
  processCount,
  startProcess,
  timers,
  log,
}: KeepRunningOptions): RunningProcesses {
  const runningProcesses = new Set<ManagedProcess>();
  const stoppingProcesses = new WeakSet<ManagedProcess>();
  let isStopping = false;
  let runningRestart: Promise<void> | null = null;

  const wait = (ms: number) => new Promise<void>((resolve) => timers.after(ms, resolve));
  const pauseAfter = (endCount: number) =>
    Math.min(MAX_RESTART_PAUSE_MS, FIRST_RESTART_PAUSE_MS * 2 ** (endCount - 1));
  const startMissing = () => {
    const process = startProcess();
    runningProcesses.add(process);
    process.ended.then(() => runningProcesses.delete(process));
    return process;
  };
  /**
   * Starts one process while the program starts. Resolves once the process accepts requests, and lets `watch` restart
   * it from then on. Throws when the process has printed why it cannot start, or after five attempts.
   */
  const startFirstTime = async (): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      const process = startMissing();
      const processEnd = await readyOrEnd(process);
      if (processEnd === null) return void watch(process, 0);
      if (isStopping) return;
      if (processEnd.code === EXPLAINED_EXIT_CODE) throw new ExplainedStartError();
      log.error({ childPid: process.pid, ...processEnd }, 'a process ended before it was ready');
      if (attempt === MAX_START_ATTEMPTS)
        throw new StartError(
          `A Guilda não começou: um processo terminou ${attempt} vezes antes de atender (${describeEnd(processEnd)}).`,
        );
      await wait(pauseAfter(attempt));
    }
  };
  /** Starts a process again when it ends by itself; `endCount` counts the ends in a row. */
  const watch = async (process: ManagedProcess, endCount: number): Promise<void> => {
    const startedAt = timers.now();
    const processEnd = await process.ended;
    if (isStopping || stoppingProcesses.has(process)) return;
    const endsInRow = timers.now() - startedAt >= STABLE_AFTER_MS ? 1 : endCount + 1;
    log.error({ childPid: process.pid, ...processEnd }, 'a process ended and is started again');
    await wait(pauseAfter(endsInRow));
    if (!isStopping) await watch(startMissing(), endsInRow);
  };
  const retire = async (process: ManagedProcess): Promise<void> => {
    stoppingProcesses.add(process);
    process.stop(true);
    timers.after(STOP_TIMEOUT_MS, () => runningProcesses.has(process) && process.kill());
    await process.ended;
  };
  const restartAll = async (): Promise<void> => {
    for (const oldProcess of [...runningProcesses]) {
      if (isStopping || !runningProcesses.has(oldProcess)) continue;
      const newProcess = startMissing();
      const processEnd = await readyOrEnd(newProcess);
      if (isStopping) return;
      if (processEnd !== null) {
        log.error(
          { childPid: newProcess.pid, ...processEnd },
          'the rolling restart ended: a new process failed',
        );
        return;
      }
      void watch(newProcess, 0);
      // If the old process has ended by itself, `watch` replaces it, so the new process is not needed.
      await retire(runningProcesses.has(oldProcess) ? oldProcess : newProcess);
    }
    log.info({ processes: processCount }, 'all processes were replaced');
  };
  return {
    start: async () => {
      await startFirstTime();
      await Promise.all(Array.from({ length: processCount - 1 }, startFirstTime));
    },
    restart: async () => {
      runningRestart ??= restartAll().finally(() => {
        runningRestart = null;
      });
      await runningRestart;
    },
    stop: async () => {
      isStopping = true;
      const processesToStop = [...runningProcesses];
      for (const process of processesToStop) process.stop(false);
      timers.after(STOP_TIMEOUT_MS, () => {
        for (const process of runningProcesses) process.kill();
      });
      await Promise.all(processesToStop.map(({ ended }) => ended));
    },
  };
}
