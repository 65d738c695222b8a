import { setTimeout as delay } from 'node:timers/promises';
import { type FaultTestUsers, openCrowd, waitForAcknowledged } from '../crowd.ts';
import { type Fault, type FaultOutcome, formatMs, quantile } from '../fault.ts';
import { type FailoverServer, openFailoverServer } from './failover-server.ts';
import { freezes, type Injury, kills, networkCuts } from './injuries.ts';
import { canCreateMachines } from './machine-network.ts';
import { watchPrimaries } from './watch-primaries.ts';

/** Number of acknowledged messages and orders between two failovers. */
const ACKNOWLEDGED_BETWEEN = 50;
/** Maximum p99 in ms of the time until messages and orders are acknowledged again. */
const MAX_RECOVERY_MS = 15_000;
/** Time in ms in which answers arrive that were already on their way when the primary was harmed. */
const IN_FLIGHT_MS = 300;
const DEFAULT_ROUNDS = 50;

/** What a fault does to the primary, in turn, and how often. */
interface FailoverPlan {
  readonly injuries: readonly Injury[];
  readonly rounds: number;
}

/** Times of all rounds, in ms since the fault. */
interface RoundTimes {
  /** Until ten more messages and orders were acknowledged. */
  readonly writable: number[];
  /** Until both nodes listened for notices and jobs again. */
  readonly listening: number[];
}

/** Harms the primary once and measures how long it takes until all goes on; resolves to the name of its machine. */
async function runRound(
  server: FailoverServer,
  crowd: FaultTestUsers,
  injure: Injury,
  times: RoundTimes,
): Promise<string> {
  const primary = await server.cluster.waitUntilWhole();
  await waitForAcknowledged(crowd, ACKNOWLEDGED_BETWEEN);
  const startedAt = performance.now();
  const heal = await injure(primary);
  // Answers that were already on their way are not counted.
  await delay(IN_FLIGHT_MS);
  await waitForAcknowledged(crowd, 10);
  times.writable.push(performance.now() - startedAt);
  await server.waitForListeners();
  times.listening.push(performance.now() - startedAt);
  await heal();
  return primary.member;
}

const timeFigures = (label: string, times: readonly number[]) => ({
  [label]: `p50 ${formatMs(quantile(times, 0.5))}, p99 ${formatMs(quantile(times, 0.99))}, longest ${formatMs(quantile(times, 1))}`,
});

/** Harms the primary `rounds` times; resolves to what was measured. */
async function runRounds(
  server: FailoverServer,
  crowd: FaultTestUsers,
  { injuries, rounds }: FailoverPlan,
): Promise<{ readonly times: RoundTimes; readonly takeoverCount: number }> {
  const times: RoundTimes = { writable: [], listening: [] };
  let takeoverCount = 0;
  for (let round = 0; round < rounds; round += 1) {
    const injury = injuries[round % injuries.length] as Injury;
    const formerPrimary = await runRound(server, crowd, injury, times);
    const { member } = await server.cluster.waitUntilWhole();
    if (member !== formerPrimary) takeoverCount += 1;
  }
  return { times, takeoverCount };
}

async function failOverRepeatedly(
  server: FailoverServer,
  plan: FailoverPlan,
): Promise<FaultOutcome> {
  const crowd = await openCrowd(server);
  const pids = server.nodes.map(({ pid }) => pid);
  const watch = watchPrimaries(server.cluster);
  const measured = await runRounds(server, crowd, plan).finally(watch.stop);
  const { times, takeoverCount } = measured;
  const areNodesAlive = server.nodes.every(({ pid }, n) => pid === pids[n]);
  const { isConsistent, figures, examples } = await crowd.check();
  return {
    isGuaranteeKept:
      isConsistent &&
      areNodesAlive &&
      watch.violations.length === 0 &&
      crowd.answers.unanswered === 0 &&
      quantile(times.writable, 0.99) <= MAX_RECOVERY_MS,
    figures: {
      rounds: plan.rounds,
      'another machine took over': takeoverCount,
      ...timeFigures('writable again after', times.writable),
      ...timeFigures('notices and jobs heard after', times.listening),
      'looks for two primaries': watch.lookCount,
      'two writable primaries': watch.violations.length,
      'a former one not yet demoted, out of reach': watch.secondWriterCount,
      'nodes that ended': areNodesAlive ? 0 : 'at least one',
      ...figures,
    },
    examples: [...watch.violations, ...crowd.answers.unansweredCalls, ...examples].slice(0, 10),
  };
}

const failoverFault = (name: string, guarantee: string, injuries: readonly Injury[]): Fault => ({
  name,
  guarantee: `${guarantee}: another machine takes over, writable within 15 s, nothing acknowledged is lost, never two primaries`,
  needs: 'root and network namespaces',
  isOnlyByName: true,
  run: async ({ rounds = DEFAULT_ROUNDS }) => {
    if (!(await canCreateMachines())) return null;
    const server = await openFailoverServer();
    try {
      return await failOverRepeatedly(server, { injuries, rounds });
    } finally {
      await server.close();
    }
  },
});

/** The primary of three database machines fails, in three ways. */
export const failoverFaults: readonly Fault[] = [
  failoverFault('failover-killed', 'the primary is killed', kills),
  failoverFault('failover-frozen', 'the primary stands still', freezes),
  failoverFault('failover-cut', 'the primary is cut off', networkCuts),
];
