import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@guilda/embedded-postgres';
import { createNode, type NodeProcess } from '../fixtures/server/node-process.ts';
import { quietLog } from '../fixtures/server/quiet-log.ts';
import { type RedisServer, startRedis } from '../fixtures/server/redis-server.ts';
import { nodeSettings } from '../fixtures/server/two-nodes.ts';
import { signalProcesses } from './signal-processes.ts';

/** Two nodes, Redis and PostgreSQL as separate processes that the test may kill. */
export interface FaultServer {
  readonly nodes: readonly [NodeProcess, NodeProcess];
  readonly redis: RedisServer;
  readonly databaseUrl: string;
  /** Kills PostgreSQL with all its processes; its supervisor restarts it. */
  killDatabase(): Promise<void>;
  /** Suspends PostgreSQL with all its processes, like a hanging disk; the returned function resumes them. */
  freezeDatabase(): Promise<() => void>;
  close(): Promise<void>;
}

async function readNumbers(path: string): Promise<number[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split(/\s+/).map(Number).filter(Boolean);
}

/** Process ids of the postmaster and its children; empty while it is down. */
async function listDatabasePids(dataDir: string): Promise<number[]> {
  const [pid] = await readNumbers(join(dataDir, 'cluster', 'postmaster.pid'));
  if (pid === undefined) return [];
  return [pid, ...(await readNumbers(`/proc/${pid}/task/${pid}/children`))];
}

/** Starts a fault server; `env` applies to both nodes, and `settingsOf` returns more settings for one node. */
export async function openFaultServer(
  env: Readonly<Record<string, string>> = {},
  settingsOf: (
    nodeNumber: number,
    stores: { readonly DATABASE_URL: string; readonly REDIS_URL: string },
  ) => Promise<Readonly<Record<string, string>>> = async () => ({}),
): Promise<FaultServer> {
  const home = await mkdtemp(join(tmpdir(), 'guilda-chaos-'));
  // When this process is root, PostgreSQL runs under another account, which must be able to enter the folder.
  await chmod(home, 0o755);
  const dataDir = join(home, 'postgres');
  const binDir = process.env['PG_BIN'];
  const engine = await startEmbeddedPostgres({ dataDir, binDir, log: quietLog });
  const redis = await startRedis();
  const settings = { ...nodeSettings(home, engine.url, redis.url), ...env };
  const createFaultNode = async (nodeNumber: number) =>
    createNode({ ...settings, ...(await settingsOf(nodeNumber, settings)) });
  const nodes = [await createFaultNode(0), await createFaultNode(1)] as const;
  for (const node of nodes) await node.start();
  return {
    nodes,
    redis,
    databaseUrl: engine.url,
    killDatabase: async () => signalProcesses(await listDatabasePids(dataDir), 'SIGKILL'),
    freezeDatabase: async () => {
      const pids = await listDatabasePids(dataDir);
      signalProcesses(pids, 'SIGSTOP');
      return () => signalProcesses(pids, 'SIGCONT');
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
