import type { LoadRunResult } from '../mixed/load-generator-client.ts';
import {
  isSustained,
  MAX_P99_MS,
  measureRisingRates,
  type RateResult,
} from '../mixed/rising-rates.ts';
import type { ActionCost, MeasuredCosts } from './costs.ts';
import { dayOfPerson, mixOfDay } from './day.ts';
import { type IdleUse, measureIdleAfterRest } from './measure-costs.ts';
import {
  type CpuConsumer,
  growthOfTables,
  measureUse,
  type ResourceUse,
  type UseMeter,
} from './meter.ts';
import { CONNECTED_PEOPLE } from './prepare.ts';
import { crowdSettings } from './settings.ts';
import type { Stage } from './stage.ts';

/** Rates that are tried, in actions per second. */
const ACTION_RATES = [25, 50, 75, 100, 150, 200, 300, 400, 500, 600, 700, 800, 1_000, 1_250, 1_500];
const SECONDS_PER_RATE = 8;
/** The replay takes this share of the highest sustained rate, so that it measures work and not waiting. */
const REPLAY_SHARE = 0.8;
const CONNECTION_SAMPLE_MS = 200;

/** What a part used in the replay beyond what it uses while idle, and what the costs of the actions had predicted. */
interface ComparedPart {
  readonly name: string;
  readonly measured: number;
  readonly predicted: number;
}

export interface Replay {
  readonly rates: readonly RateResult[];
  readonly run: LoadRunResult;
  readonly used: ResourceUse;
  readonly comparison: readonly ComparedPart[];
  /** Most connections to the database, open and at work at the same time. */
  readonly connections: { readonly open: number; readonly active: number };
}

const countConnections = `
  SELECT count(*)::int AS open, count(*) FILTER (WHERE state <> 'idle')::int AS active
  FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;

/** Samples how many connections are open and at work; the returned function stops and returns the most of each. */
function watchConnections({ client }: Stage) {
  const most = { open: 0, active: 0 };
  const sample = async () => {
    const { rows } = await client.query<typeof most>(countConnections);
    most.open = Math.max(most.open, rows[0]?.open ?? 0);
    most.active = Math.max(most.active, rows[0]?.active ?? 0);
  };
  const timer = setInterval(() => void sample().catch(() => undefined), CONNECTION_SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return most;
  };
}

/** Parts whose cores are compared, with the cost that predicts each. */
const comparedCores: readonly (readonly [
  name: string,
  CpuConsumer,
  (cost: ActionCost) => number,
])[] = [
  ['main thread, cores', 'main', ({ mainMs }) => mainMs],
  ['other threads, cores', 'threads', ({ threadMs }) => threadMs],
  ['PostgreSQL, cores', 'database', ({ databaseMs }) => databaseMs],
  ['Redis, cores', 'redis', ({ redisMs }) => redisMs],
  ['second process, cores', 'observer', ({ hintMs }) => hintMs],
];

const sumOfGrowth = (tableBytes: Readonly<Record<string, number>>) =>
  Object.values(tableBytes).reduce((sum, bytes) => sum + bytes, 0);

/** Compares what was used, without what an idle program uses, with the sum of what the completed actions cost alone. */
function compare(
  used: ResourceUse,
  { completedByAction }: LoadRunResult,
  { actions, socket }: Pick<MeasuredCosts, 'actions' | 'socket'>,
  idle: IdleUse,
): ComparedPart[] {
  const sumOf = (costOf: (cost: ActionCost) => number) =>
    dayOfPerson.reduce((sum, { action }) => {
      const cost = actions[action];
      return sum + (cost ? (completedByAction[action] ?? 0) * costOf(cost) : 0);
    }, 0);
  const perSecond = (amount: number) => amount / used.seconds;
  // Each visit is told to the people of the load.
  const presenceMs = (completedByAction.openSocket ?? 0) * CONNECTED_PEOPLE * socket.presenceMs;
  const cores = comparedCores.map(([name, consumer, costOf]) => {
    const workMs = sumOf(costOf) + (consumer === 'main' ? presenceMs : 0);
    return {
      name,
      measured: (perSecond(used.cpuMs[consumer]) - idle[consumer]) / 1_000,
      predicted: perSecond(workMs) / 1_000,
    };
  });
  const walPart = {
    name: 'WAL, MB/s',
    measured: perSecond(used.walBytes) / 1e6,
    predicted: perSecond(sumOf(({ walBytes }) => walBytes)) / 1e6,
  };
  const tablePart = {
    name: 'tables, MB/s',
    measured: perSecond(sumOfGrowth(growthOfTables(used))) / 1e6,
    predicted: perSecond(sumOf(({ tableBytes }) => sumOfGrowth(tableBytes))) / 1e6,
  };
  return [...cores, walPart, tablePart];
}

/** Whether neither all actions nor messages alone waited too long. */
const isBorne = (run: LoadRunResult) =>
  isSustained(run) && (run.byLabel['typedMessage']?.p99Ms ?? 0) <= MAX_P99_MS;

/** Replays the mix of the busiest hour, at a set rate or at four fifths of the rate that the machine bears. */
export async function replayHour(
  stage: Stage,
  meter: UseMeter,
  costs: Pick<MeasuredCosts, 'actions' | 'socket'>,
): Promise<Replay> {
  const idle = await measureIdleAfterRest(stage, meter);
  const mix = mixOfDay(dayOfPerson);
  const { generator, program, databaseUrl } = stage;
  const { rate: setRate, replaySeconds: seconds } = crowdSettings;
  const rates =
    setRate > 0
      ? []
      : await measureRisingRates(
          { generator, programId: program.pid, databaseUrl },
          { mix, rates: ACTION_RATES, seconds: SECONDS_PER_RATE, isBorne },
        );
  const highestRate = rates.filter(isBorne).at(-1)?.rate ?? ACTION_RATES[0] ?? 1;
  const rate = setRate > 0 ? setRate : Math.round(highestRate * REPLAY_SHARE);
  await stage.client.query('CHECKPOINT');
  const stopWatching = watchConnections(stage);
  const { result: run, used } = await measureUse(meter, () =>
    generator.run({ mix, rate, seconds }),
  );
  const connections = stopWatching();
  return { rates, run, used, comparison: compare(used, run, costs, idle), connections };
}
