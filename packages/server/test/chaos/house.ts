import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/index.ts';
import { createNode, type NodeProcess } from '../node-process.ts';
import { nodeSettings } from '../nodes-rig.ts';
import { quietLog } from '../quiet-log.ts';
import { type RedisServer, startRedis } from '../redis-server.ts';

/** Two nodes, a Redis and a PostgreSQL, all processes of our own that may be killed. */
export interface House {
  readonly nodes: readonly [NodeProcess, NodeProcess];
  readonly redis: RedisServer;
  readonly databaseUrl: string;
  /** Ends PostgreSQL with all its processes at once; its supervisor starts it again. */
  killDatabase(): Promise<void>;
  close(): Promise<void>;
}

async function readNumbers(path: string): Promise<number[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split(/\s+/).map(Number).filter(Boolean);
}

async function killPostmaster(dataDir: string): Promise<void> {
  const [pid] = await readNumbers(join(dataDir, 'cluster', 'postmaster.pid'));
  if (pid === undefined) return;
  const children = await readNumbers(`/proc/${pid}/task/${pid}/children`);
  for (const one of [pid, ...children]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It had ended by itself.
    }
  }
}

export async function openHouse(): Promise<House> {
  const home = await mkdtemp(join(tmpdir(), 'guilda-chaos-'));
  // PostgreSQL runs as another account where this is run by root.
  await chmod(home, 0o755);
  const dataDir = join(home, 'postgres');
  const binDir = process.env['PG_BIN'];
  const engine = await startEmbeddedPostgres({ dataDir, binDir, log: quietLog });
  const redis = await startRedis();
  const settings = nodeSettings(home, engine.url, redis.url);
  const nodes = [await createNode(settings), await createNode(settings)] as const;
  for (const node of nodes) await node.start();
  return {
    nodes,
    redis,
    databaseUrl: engine.url,
    killDatabase: () => killPostmaster(dataDir),
    close: async () => {
      await Promise.all(nodes.map((node) => node.kill()));
      await redis.stop();
      await engine.stop();
      await removeEmbeddedPostgres(dataDir, quietLog);
      await rm(home, { recursive: true, force: true });
    },
  };
}
