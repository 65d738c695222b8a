import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createNode } from '../../fixtures/server/node-process.ts';
import { startRedis } from '../../fixtures/server/redis-server.ts';
import { nodeSettings } from '../../fixtures/server/two-nodes.ts';
import type { LoadedServer } from '../crowd.ts';
import { type DatabaseCluster, startDatabaseCluster } from './database-cluster.ts';

/** Two nodes on a database of three machines. */
export interface FailoverServer extends LoadedServer {
  readonly cluster: DatabaseCluster;
  /** Waits until both nodes listen for notices and jobs at the primary. */
  waitForListeners(): Promise<void>;
  close(): Promise<void>;
}

const MAX_LISTENING_MS = 60_000;
const LISTENERS_QUERY = `SELECT
  count(*) FILTER (WHERE application_name = 'guilda listener')::int AS listeners,
  count(*) FILTER (WHERE query LIKE '%set_config(''application_name''%')::int AS workers
  FROM pg_stat_activity WHERE usename = 'guilda'`;

/** Whether both nodes have a connection that listens for notices, and one that listens for jobs. */
async function areListening(superuserUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: superuserUrl, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ listeners: number; workers: number }>(LISTENERS_QUERY);
    return rows[0]?.listeners === 2 && rows[0].workers === 2;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function waitForListeners(superuserUrl: string): Promise<void> {
  const deadline = performance.now() + MAX_LISTENING_MS;
  while (!(await areListening(superuserUrl))) {
    if (performance.now() > deadline) throw new Error('a node does not listen any more');
    await delay(100);
  }
}

/** Starts the database machines, Redis and two nodes; needs root. */
export async function openFailoverServer(): Promise<FailoverServer> {
  const cluster = await startDatabaseCluster();
  const home = await mkdtemp(join(tmpdir(), 'guilda-failover-nodes-'));
  const redis = await startRedis();
  const settings = nodeSettings(home, cluster.url, redis.url);
  const nodes = [await createNode(settings), await createNode(settings)] as const;
  const close = async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await redis.stop();
    await cluster.close();
    await rm(home, { recursive: true, force: true });
  };
  try {
    for (const node of nodes) await node.start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    cluster,
    nodes,
    databaseUrl: cluster.url,
    waitForListeners: () => waitForListeners(cluster.superuserUrl),
    close,
  };
}
