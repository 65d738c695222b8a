import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@guilda/embedded-postgres';
import { createNode, type NodeProcess } from '../fixtures/server/node-process.ts';
import { quietLog } from '../fixtures/server/quiet-log.ts';
import { type RedisServer, startRedis } from '../fixtures/server/redis-server.ts';
import { nodeSettings } from '../fixtures/server/two-nodes.ts';

/** Two nodes, a Redis and a PostgreSQL, all processes of our own that may be killed. */
export interface FaultServer {
  readonly nodes: readonly [NodeProcess, NodeProcess];
  readonly redis: RedisServer;
  readonly databaseUrl: string;
  /** Ends PostgreSQL with all its processes at once; its supervisor starts it again. */
  killDatabase(): Promise<void>;
  /** Lets PostgreSQL stand still with all its processes, as a disk does that hangs; then go on. */
  freezeDatabase(): Promise<() => void>;
  close(): Promise<void>;
}

async function readNumbers(path: string): Promise<number[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split(/\s+/).map(Number).filter(Boolean);
}

/** The postmaster first, then its children; none while it is away. */
async function databaseProcesses(dataDir: string): Promise<number[]> {
  const [pid] = await readNumbers(join(dataDir, 'cluster', 'postmaster.pid'));
  if (pid === undefined) return [];
  return [pid, ...(await readNumbers(`/proc/${pid}/task/${pid}/children`))];
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process had already exited.
    }
  }
}

/** Opens it; `env` goes to both nodes, or by their number to each. */
export async function openFaultServer(
  env: Readonly<Record<string, string>> = {},
  each: (
    number: number,
    stores: { readonly DATABASE_URL: string; readonly REDIS_URL: string },
  ) => Promise<Readonly<Record<string, string>>> = async () => ({}),
): Promise<FaultServer> {
  const home = await mkdtemp(join(tmpdir(), 'guilda-chaos-'));
  // PostgreSQL runs as another account where this is run by root.
  await chmod(home, 0o755);
  const dataDir = join(home, 'postgres');
  const binDir = process.env['PG_BIN'];
  const engine = await startEmbeddedPostgres({ dataDir, binDir, log: quietLog });
  const redis = await startRedis();
  const settings = { ...nodeSettings(home, engine.url, redis.url), ...env };
  const make = async (number: number) =>
    createNode({ ...settings, ...(await each(number, settings)) });
  const nodes = [await make(0), await make(1)] as const;
  for (const node of nodes) await node.start();
  return {
    nodes,
    redis,
    databaseUrl: engine.url,
    killDatabase: async () => signal(await databaseProcesses(dataDir), 'SIGKILL'),
    freezeDatabase: async () => {
      const pids = await databaseProcesses(dataDir);
      signal(pids, 'SIGSTOP');
      return () => signal(pids, 'SIGCONT');
    },
    close: async () => {
      await Promise.all(nodes.map((node) => node.kill()));
      await redis.stop();
      await engine.stop();
      await removeEmbeddedPostgres(dataDir, quietLog);
      await rm(home, { recursive: true, force: true });
    },
  };
}
