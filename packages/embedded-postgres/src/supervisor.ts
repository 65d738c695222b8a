import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedDatabaseError } from './errors.ts';
import { findFreePort } from './free-port.ts';
import { endLeftoverProcesses } from './orphan.ts';
import { launchPostmaster, type Postmaster, type ServerOptions } from './postmaster.ts';

const MAX_FIRST_START_ATTEMPTS = 60;
const RETRY_DELAY_MS = 250;
const MAX_RETRY_DELAY_MS = 2_000;

/** Keeps a cluster running: restarts it whenever it ends, until `stop` is called. */
export interface Supervisor {
  readonly port: number;
  /** Stops the cluster permanently, within 10 seconds; further calls return the same promise. */
  stop(): Promise<void>;
}

/** The options of a cluster with the function that starts it, which tests replace. */
interface LaunchPlan extends ServerOptions {
  readonly launch: typeof launchPostmaster;
}

/**
 * Starts the cluster, and starts it again on the same port whenever it ends by itself. Tests replace `launch`.
 * @throws EmbeddedDatabaseError `start_failed` when the first start fails
 */
export async function superviseCluster(
  plan: ServerOptions,
  wantedPort: number | undefined,
  launch = launchPostmaster,
): Promise<Supervisor> {
  const stopController = new AbortController();
  let currentPostmaster = await startFirstTime(
    { ...plan, launch },
    wantedPort,
    stopController.signal,
  );
  const { port } = currentPostmaster;

  async function keepRunning(): Promise<void> {
    for (;;) {
      const reason = await currentPostmaster.exited;
      if (stopController.signal.aborted) return;
      plan.log.error({ reason }, 'the database process ended unexpectedly; starting it again');
      const nextPostmaster = await restartUntilReady(
        { ...plan, launch },
        port,
        stopController.signal,
      );
      if (nextPostmaster === undefined) return;
      currentPostmaster = nextPostmaster;
      // If `stop` was called during the restart, `stop` waits for the end of this loop and stops `currentPostmaster`.
      if (stopController.signal.aborted) return;
      plan.log.info({ port }, 'the database process runs again');
    }
  }
  const supervision = keepRunning();
  let stopPromise: Promise<void> | undefined;

  async function endCluster(): Promise<void> {
    stopController.abort();
    await currentPostmaster.stop();
    // If `keepRunning` was restarting the process, `currentPostmaster` is a new process once `supervision` resolves,
    // and is stopped as well.
    await supervision;
    await currentPostmaster.stop();
  }
  return {
    port,
    stop: () => {
      stopPromise ??= endCluster();
      return stopPromise;
    },
  };
}

async function startFirstTime(
  plan: LaunchPlan,
  wantedPort: number | undefined,
  signal: AbortSignal,
): Promise<Postmaster> {
  let output = '';
  for (let attempt = 0; attempt < MAX_FIRST_START_ATTEMPTS; attempt += 1) {
    const launchOutcome = await plan.launch(plan, wantedPort ?? (await findFreePort()), signal);
    if (launchOutcome.ready) return launchOutcome.postmaster;
    output = launchOutcome.output;
    const isPortTaken = /could not bind|address already in use/i.test(output);
    const isMemoryInUse = /is still in use/.test(output);
    if (isMemoryInUse) await endLeftoverProcesses(plan.clusterName, plan.log);
    else if (!isPortTaken) break;
    else if (wantedPort !== undefined) throw portTakenError(wantedPort);
    await delay(RETRY_DELAY_MS);
  }
  throw new EmbeddedDatabaseError(
    'start_failed',
    `O banco de dados em ${plan.folders.root} não iniciou. O PostgreSQL disse:\n${output}`,
  );
}

function portTakenError(port: number): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'start_failed',
    `A porta ${port}, pedida para o banco de dados, está ocupada por outro programa.`,
  );
}

/** Retries a restart until it succeeds; undefined when the supervisor is stopped before. */
async function restartUntilReady(
  plan: LaunchPlan,
  port: number,
  signal: AbortSignal,
): Promise<Postmaster | undefined> {
  for (let wait = RETRY_DELAY_MS; !signal.aborted; wait = Math.min(wait * 2, MAX_RETRY_DELAY_MS)) {
    try {
      await endLeftoverProcesses(plan.clusterName, plan.log);
      const launchOutcome = await plan.launch(plan, port, signal);
      if (launchOutcome.ready) return launchOutcome.postmaster;
      plan.log.error({ output: launchOutcome.output }, 'the database process did not start');
    } catch (error) {
      plan.log.error({ error }, 'the database process could not be started');
    }
    await delay(wait, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}
