import { setTimeout as delay } from 'node:timers/promises';
import { openCrowd, waitForAcknowledged } from './crowd.ts';
import { type Fault, formatMs, quantile } from './fault.ts';
import { openFaultServer } from './fault-server.ts';

const DEFAULT_ROUNDS = 100;
/** Number of acknowledged messages and orders between two kills. */
const ACKNOWLEDGED_BETWEEN_KILLS = 100;
/** Maximum time in ms after a kill until a node is ready again, or the database is usable again. */
const MAX_READY_MS = 5_000;

const timeFigures = (label: string, times: readonly number[]) => ({
  [`${label}, p50`]: formatMs(quantile(times, 0.5)),
  [`${label}, longest`]: formatMs(quantile(times, 1)),
});

/** Nodes are killed in turn while people chat and buy. */
export const nodeKilled: Fault = {
  name: 'node-killed',
  guarantee: 'what was acknowledged is kept, once; a killed node is ready again within 5 s',
  run: async ({ rounds = DEFAULT_ROUNDS }) => {
    const server = await openFaultServer();
    try {
      const crowd = await openCrowd(server);
      const readyTimes: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await waitForAcknowledged(crowd, ACKNOWLEDGED_BETWEEN_KILLS);
        const victim = server.nodes[round % 2 === 0 ? 0 : 1];
        await victim.kill();
        const killedAt = performance.now();
        await victim.start();
        readyTimes.push(performance.now() - killedAt);
      }
      const { isConsistent, figures, examples } = await crowd.check();
      return {
        isGuaranteeKept: isConsistent && quantile(readyTimes, 1) <= MAX_READY_MS,
        figures: { kills: rounds, ...timeFigures('ready again', readyTimes), ...figures },
        examples,
      };
    } finally {
      await server.close();
    }
  },
};

/** PostgreSQL is killed with all its processes while people chat and buy. */
export const databaseKilled: Fault = {
  name: 'database-killed',
  guarantee:
    'what was acknowledged is kept, once; no node ends, failing answers are 503, work goes on within 5 s',
  run: async ({ rounds = DEFAULT_ROUNDS }) => {
    const server = await openFaultServer();
    try {
      const crowd = await openCrowd(server);
      const pids = server.nodes.map(({ pid }) => pid);
      const recoveryTimes: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await waitForAcknowledged(crowd, ACKNOWLEDGED_BETWEEN_KILLS);
        await server.killDatabase();
        // Answers that were already on their way may arrive within 50 ms after the kill, so they are not counted.
        await delay(50);
        recoveryTimes.push(50 + (await waitForAcknowledged(crowd, 10)));
      }
      const areNodesAlive = server.nodes.every(({ pid }, n) => pid === pids[n]);
      const { isConsistent, figures, examples } = await crowd.check();
      return {
        isGuaranteeKept:
          isConsistent && areNodesAlive && quantile(recoveryTimes, 1) <= MAX_READY_MS,
        figures: {
          kills: rounds,
          'nodes that ended': areNodesAlive ? 0 : 'at least one',
          ...timeFigures('at work again', recoveryTimes),
          ...figures,
        },
        examples,
      };
    } finally {
      await server.close();
    }
  },
};
