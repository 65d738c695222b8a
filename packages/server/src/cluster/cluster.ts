import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../platform/database/embedded/index.ts';
import type { DatabaseLog } from '../platform/database/log.ts';
import { freePort } from '../platform/free-port.ts';
import { type Child, startChild } from './child.ts';
import { startProxy } from './proxy.ts';
import { type RollingNode, untilReady } from './roll.ts';

/** The program with pages that were built beforehand. */
const PROGRAM = fileURLToPath(new URL('../../../../scripts/serve.ts', import.meta.url));
const NODES = 2;
/** A node ends within 10 s by itself. */
const NODE_PATIENCE_MS = 12_000;

export interface ClusterOptions {
  /** A folder for it alone, which whoever starts it removes. */
  readonly folder: string;
  /** Port of 127.0.0.1 that people reach. */
  readonly port: number;
  /** Folder of PostgreSQL's programs. */
  readonly pgBin: string;
  /** What nodes are given besides what makes them a cluster. */
  readonly env: NodeJS.ProcessEnv;
  readonly log: DatabaseLog;
  /** Hears what is being done, in words for people. */
  readonly say: (line: string) => void;
  /** Hears what nodes and proxy complain of. */
  readonly hear: (line: string) => void;
}

/** Two nodes on one PostgreSQL and one Redis behind nginx. */
export interface Cluster {
  readonly url: string;
  readonly databaseUrl: string;
  readonly nodes: readonly RollingNode[];
  /** Ends all of it, the proxy first. */
  end(): Promise<void>;
}

async function startRedis(folder: string): Promise<{ child: Child; url: string }> {
  const port = await freePort();
  const keepsNothing = ['--save', '', '--appendonly', 'no', '--dir', folder];
  const args = ['--port', String(port), '--bind', '127.0.0.1', ...keepsNothing];
  return { child: startChild('redis-server', args), url: `redis://127.0.0.1:${port}` };
}

/** Each tells the address of all, which is told once. */
const worthTelling = (line: string) => line.trim() !== '' && !line.includes('Guilda em');

interface Node extends RollingNode {
  readonly port: number;
}

async function createNode(env: NodeJS.ProcessEnv, hear: (line: string) => void): Promise<Node> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: Child | null = null;
  return {
    port,
    url,
    start: async () => {
      const started = startChild(process.execPath, [PROGRAM], {
        env: { ...env, HOST: '127.0.0.1', PORT: String(port) },
        hear: (line) => worthTelling(line) && hear(line),
      });
      child = started;
      let ended = false;
      started.exited.then(() => {
        ended = true;
      });
      await untilReady(url, () => ended).catch((error) => {
        throw new Error(`${error.message}\n${started.said()}`, { cause: error });
      });
    },
    stop: async () => (await child?.end('SIGTERM', NODE_PATIENCE_MS)) ?? null,
  };
}

/** What makes programs one product. */
function shared(folder: string, databaseUrl: string, redisUrl: string, url: string) {
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    DATA_DIR: join(folder, 'data'),
    TOKEN_SECRET: randomBytes(36).toString('base64'),
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_URL: url,
  };
}

/**
 * Starts a cluster; what was begun is ended again when the rest fails.
 * @throws with what a part of it said when that did not come up
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, port, say, hear } = options;
  const begun: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const stop of begun.splice(0).reverse()) await stop();
  };
  try {
    say('  Abrindo PostgreSQL e Redis…');
    const database = await startEmbeddedPostgres({
      dataDir: join(folder, 'postgres'),
      binDir: options.pgBin,
      durable: false,
      log: options.log,
    });
    begun.push(() => database.stop());
    const redis = await startRedis(folder);
    begun.push(() => redis.child.end());
    const url = `http://localhost:${port}`;
    const env = { ...options.env, ...shared(folder, database.url, redis.url, url) };
    const nodes: Node[] = [];
    for (let n = 0; n < NODES; n += 1) nodes.push(await createNode(env, hear));
    begun.push(() => Promise.all(nodes.map((node) => node.stop())));
    for (const [n, node] of nodes.entries()) {
      say(`  Chamando o nó ${n + 1} de ${NODES}…`);
      await node.start();
    }
    const proxy = await startProxy({
      folder: join(folder, 'nginx'),
      listen: `127.0.0.1:${port}`,
      nodes: nodes.map((node) => node.port),
      hear,
    });
    begun.push(() => proxy.end());
    return { url, databaseUrl: database.url, nodes, end };
  } catch (error) {
    await end();
    throw error;
  }
}
