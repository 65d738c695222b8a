import { sweepOrders } from '../../../src/modules/orders/lifecycle/sweep-orders.ts';
import { checkLedger } from '../../../src/modules/wallet/index.ts';
import { createDatabase, type Database } from '../../../src/platform/database/pool.ts';
import { quietLog } from '../../fixtures/server/quiet-log.ts';
import {
  runBatch,
  SimulationFailure,
  type SimulationRun,
  startSimulation,
} from './drive-simulation.ts';
import { seededRandom } from './random.ts';
import { depsOf, openSimulation, type Simulation } from './simulation.ts';
import { createSimulationCounts, type SimulationCounts } from './tally.ts';

export interface SimulationOptions {
  readonly url: string;
  readonly steps: number;
  readonly seed: number;
  /** Number of concurrent simulations in one database, each with its own people. */
  readonly simulations: number;
  /** Maximum number of concurrent steps in one simulation. With 1, a seed repeats a run exactly. */
  readonly atOnce: number;
  /** Number of steps after which the periodic job for overdue orders runs and the whole ledger is checked. */
  readonly checkEvery: number;
  /** Called with the number of steps done so far. */
  readonly progress?: (steps: number) => void | Promise<void>;
}

export interface SimulationResult {
  readonly steps: number;
  readonly seconds: number;
  readonly checks: number;
  readonly counts: SimulationCounts;
  /** The first failure; null when there was none. */
  readonly failure: string | null;
}

/**
 * Runs the periodic job for overdue orders, which must find nothing to repair, deletes queued jobs, and checks the
 * whole ledger.
 */
async function checkAll(
  watchingDatabase: Database,
  { simulation, state }: SimulationRun,
): Promise<void> {
  const deps = depsOf({ ...simulation, database: watchingDatabase }, state.settings);
  await sweepOrders(deps)();
  await watchingDatabase.pool.query('DELETE FROM graphile_worker._private_jobs');
  const { total, broken } = await watchingDatabase.transaction(checkLedger, {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
  if (total !== 0 || broken.length > 0)
    throw new SimulationFailure(`the ledger is not sound: ${JSON.stringify({ total, broken })}`);
}

/** Runs random steps through the program's own functions until `steps` are done or a failure occurs. */
export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const { url, seed, simulations: simulationCount, atOnce, checkEvery } = options;
  const watcher = createDatabase(`${url}?application_name=watcher`, { max: 8, log: quietLog });
  const simulations: Simulation[] = [];
  const counts = createSimulationCounts();
  let [steps, checks, failure]: [number, number, string | null] = [0, 0, null];
  let nextCheck = checkEvery;
  const startedAt = performance.now();
  const runSteps = async (run: SimulationRun, n: number) => {
    while (steps < options.steps && failure === null) {
      const stepsBefore = steps;
      try {
        // `steps += await …` would read `steps` first and lose what other simulations add during the wait.
        const stepCount = await runBatch(run, atOnce);
        steps += stepCount;
        if (steps < nextCheck) continue;
        nextCheck += checkEvery;
        await checkAll(watcher, run);
        checks += 1;
        await options.progress?.(steps);
      } catch (error) {
        const text = error instanceof SimulationFailure ? error.message : textOf(error);
        failure ??= `seed ${seed}, simulation ${n}, after ${stepsBefore} steps: ${text}`;
      }
    }
  };
  try {
    for (let n = 0; n < simulationCount; n += 1)
      simulations.push(await openSimulation(url, watcher));
    const runs = simulations.map((simulation, n) =>
      startSimulation(simulation, seededRandom(seed * 1000 + n), counts),
    );
    await Promise.all(runs.map(runSteps));
    const [firstRun] = runs;
    if (firstRun && failure === null) await checkAll(watcher, firstRun);
  } catch (error) {
    failure ??= textOf(error);
  } finally {
    await Promise.all(simulations.map((simulation) => simulation.close()));
    await watcher.close();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { steps, seconds, checks: checks + 1, counts, failure };
}

const textOf = (error: unknown) =>
  error instanceof Error ? `${error.stack}\n${String(error.cause ?? '')}` : String(error);
