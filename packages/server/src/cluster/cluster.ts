import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadEmbeddedPostgres } from '../platform/database/embedded.ts';
import type { DatabaseLog } from '../platform/database/log.ts';
import { findFreePort } from '../platform/network/free-port.ts';
import { type ClusterChild, startChild } from './child.ts';
import { startProxy } from './proxy.ts';
import { type RestartableNode, waitUntilReady } from './rolling-restart.ts';

/** Path of the entry point that serves built pages. */
const PROGRAM_FILE = fileURLToPath(new URL('../../../../scripts/serve.ts', import.meta.url));
const NODE_COUNT = 2;
/** Time to wait for a node to stop, in ms; a node shuts down within 10 s by itself. */
const NODE_STOP_TIMEOUT_MS = 12_000;

export interface ClusterOptions {
  /** Folder that only the cluster uses; the caller removes it. */
  readonly folder: string;
  /** Port of the proxy on 127.0.0.1. */
  readonly port: number;
  /** Folder of PostgreSQL's binaries. */
  readonly pgBin: string;
  /** Further environment variables of the nodes. */
  readonly env: NodeJS.ProcessEnv;
  readonly log: DatabaseLog;
  /** Prints progress for the operator. */
  readonly printLine: (line: string) => void;
  /** Called with each line of output of nodes and proxy. */
  readonly onLine: (line: string) => void;
}

/** Two nodes on one PostgreSQL and one Redis behind nginx. */
export interface TwoNodeCluster {
  readonly url: string;
  readonly databaseUrl: string;
  readonly nodes: readonly RestartableNode[];
  /** Stops all processes, the proxy first. */
  end(): Promise<void>;
}

async function startRedis(folder: string): Promise<{ child: ClusterChild; url: string }> {
  const port = await findFreePort();
  const noPersistence = ['--save', '', '--appendonly', 'no', '--dir', folder];
  const args = ['--port', String(port), '--bind', '127.0.0.1', ...noPersistence];
  return { child: startChild('redis-server', args), url: `redis://127.0.0.1:${port}` };
}

/**
 * Whether a line of output should be printed. The line with the URL, which every node prints, is left out because the
 * cluster prints the URL once.
 */
const shouldPrint = (line: string) => line.trim() !== '' && !line.includes('Guilda em');

interface ClusterNode extends RestartableNode {
  readonly port: number;
}

async function createNode(
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void,
): Promise<ClusterNode> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ClusterChild | null = null;
  return {
    port,
    url,
    start: async () => {
      const startedChild = startChild(process.execPath, [PROGRAM_FILE], {
        env: { ...env, HOST: '127.0.0.1', PORT: String(port) },
        onLine: (line) => shouldPrint(line) && onLine(line),
      });
      child = startedChild;
      let hasEnded = false;
      startedChild.exited.then(() => {
        hasEnded = true;
      });
      await waitUntilReady(url, () => hasEnded).catch((error) => {
        throw new Error(`${error.message}\n${startedChild.output()}`, { cause: error });
      });
    },
    stop: async () => (await child?.end('SIGTERM', NODE_STOP_TIMEOUT_MS)) ?? null,
  };
}

/** Environment variables shared by all nodes. */
function nodeEnv(folder: string, databaseUrl: string, redisUrl: string, url: string) {
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
 * Starts a cluster; when a part fails, stops the parts that were already started.
 * @throws with the output of the part that failed
 */
export async function startCluster(options: ClusterOptions): Promise<TwoNodeCluster> {
  const { folder, port, printLine, onLine } = options;
  const stopFunctions: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const stop of stopFunctions.splice(0).reverse()) await stop();
  };
  try {
    printLine('  Abrindo PostgreSQL e Redis…');
    const { startEmbeddedPostgres } = await loadEmbeddedPostgres();
    const database = await startEmbeddedPostgres({
      dataDir: join(folder, 'postgres'),
      binDir: options.pgBin,
      durable: false,
      log: options.log,
    });
    stopFunctions.push(() => database.stop());
    const redis = await startRedis(folder);
    stopFunctions.push(() => redis.child.end());
    const url = `http://localhost:${port}`;
    const env = { ...options.env, ...nodeEnv(folder, database.url, redis.url, url) };
    const nodes: ClusterNode[] = [];
    for (let index = 0; index < NODE_COUNT; index += 1) nodes.push(await createNode(env, onLine));
    stopFunctions.push(() => Promise.all(nodes.map((node) => node.stop())));
    for (const [n, node] of nodes.entries()) {
      printLine(`  Chamando o nó ${n + 1} de ${NODE_COUNT}…`);
      await node.start();
    }
    const proxy = await startProxy({
      folder: join(folder, 'nginx'),
      listen: `127.0.0.1:${port}`,
      nodes: nodes.map((node) => node.port),
      onLine,
    });
    stopFunctions.push(() => proxy.end());
    return { url, databaseUrl: database.url, nodes, end };
  } catch (error) {
    await end();
    throw error;
  }
}
