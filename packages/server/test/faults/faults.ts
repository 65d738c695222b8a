import { setTimeout as delay } from 'node:timers/promises';
import type { ChatProxy } from '../fixtures/clients/chat-proxy.ts';
import type { NodeProcess } from '../fixtures/server/node-process.ts';
import type { SeededRandom } from './chance.ts';
import type { FaultServer } from './fault-server.ts';

/** Number of events by name; printed at the end. */
export type FaultCounts = Map<string, number>;

interface FaultDefinition {
  readonly name: string;
  /** Minimum and maximum number of seconds between two faults. */
  readonly pauseSeconds: readonly [number, number];
  inject(random: SeededRandom): Promise<void>;
}

/**
 * Starts a node, and repeats a failed start as a supervisor would do: a start fails while the database or Redis is
 * down.
 */
async function startRepeatedly(node: NodeProcess): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await node.start();
    } catch (error) {
      if (attempt === 20) throw error;
      await delay(500);
    }
  }
}

function faultsOf(server: FaultServer, proxy: ChatProxy): FaultDefinition[] {
  const { nodes, redis } = server;
  return [
    {
      name: 'cut',
      pauseSeconds: [0.3, 1.5],
      inject: async (random) => proxy.cut(random.below(proxy.connectionCount)),
    },
    {
      name: 'black hole',
      pauseSeconds: [3, 9],
      inject: async (random) =>
        proxy.stall(random.below(proxy.connectionCount), random.between(500, 8_000)),
    },
    {
      name: 'node killed',
      pauseSeconds: [4, 12],
      inject: async (random) => {
        const node = random.pick(nodes);
        await node.kill();
        await delay(random.between(0, 3_000));
        await startRepeatedly(node);
      },
    },
    { name: 'database killed', pauseSeconds: [12, 30], inject: () => server.killDatabase() },
    {
      name: 'Redis stopped',
      pauseSeconds: [20, 40],
      inject: async (random) => {
        await redis.stop();
        await delay(random.between(500, 8_000));
        await redis.start();
      },
    },
    {
      name: 'Redis frozen',
      pauseSeconds: [20, 40],
      inject: async (random) => {
        redis.freeze();
        await delay(random.between(500, 6_000));
        redis.thaw();
      },
    },
  ];
}

/** Injects every kind of fault at random times until `signal` is aborted; resolves once everything runs again. */
export async function injectFaultsRepeatedly(
  server: FaultServer,
  proxy: ChatProxy,
  randoms: readonly SeededRandom[],
  signal: AbortSignal,
): Promise<FaultCounts> {
  const faultCounts: FaultCounts = new Map();
  const injectRepeatedly = async (fault: FaultDefinition, random: SeededRandom) => {
    for (;;) {
      const seconds = random.between(...fault.pauseSeconds);
      await delay(seconds * 1000, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await fault.inject(random);
      faultCounts.set(fault.name, (faultCounts.get(fault.name) ?? 0) + 1);
    }
  };
  await Promise.all(
    faultsOf(server, proxy).map((fault, n) => injectRepeatedly(fault, randoms[n] as SeededRandom)),
  );
  return faultCounts;
}
