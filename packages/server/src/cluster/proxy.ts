import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type ClusterChild, startChild } from './child.ts';
import { fillProxy } from './fill-proxy.ts';
import { envWithSystemFolders } from './programs.ts';

const execFileAsync = promisify(execFile);
const PORT_POLL_MS = 20;
const proxyEnv = envWithSystemFolders();

/** Path of the proxy configuration that operators use. */
export const PROXY_TEMPLATE = new URL('../../../../deploy/nginx.conf', import.meta.url);

export interface ProxyOptions {
  /** Folder that only the proxy uses; created if missing. */
  readonly folder: string;
  /** Address and port that the proxy listens on, such as `127.0.0.1:8080`. */
  readonly listen: string;
  /** Ports on which the nodes listen on this machine. */
  readonly nodes: readonly number[];
  /** Called with each line of nginx's output. */
  readonly onLine?: (line: string) => void;
}

/** Wraps the http configuration into a complete nginx configuration, for a machine on which nginx is not configured. */
function buildNginxConfiguration(folder: string, httpConfiguration: string): string {
  const tempFolderNames = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    // When root starts nginx, its workers run as another user by default, who cannot write to a folder of root.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 2;',
    `pid "${join(folder, 'nginx.pid')}";`,
    // Nodes that are unavailable are expected here and must not be logged.
    'error_log stderr crit;',
    'events { worker_connections 4096; }',
    'http {',
    'access_log off;',
    ...tempFolderNames.map((name) => `${name}_temp_path "${join(folder, name)}";`),
    httpConfiguration,
    '}',
    '',
  ].join('\n');
}

async function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/**
 * Writes a complete nginx configuration around an http context and tests it.
 * @returns the arguments to start nginx with it
 * @throws with the output of nginx when it refuses the configuration
 */
export async function prepareProxy(
  folder: string,
  httpConfiguration: string,
): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, buildNginxConfiguration(folder, httpConfiguration));
  const args = ['-p', folder, '-e', 'stderr', '-c', file];
  await execFileAsync('nginx', ['-t', '-q', ...args], { env: proxyEnv });
  return args;
}

/**
 * Starts nginx with `deploy/nginx.conf` for these nodes; root privileges are not needed.
 * @throws with the output of nginx when it refuses the configuration or cannot listen
 */
export async function startProxy({
  folder,
  listen,
  nodes,
  onLine,
}: ProxyOptions): Promise<ClusterChild> {
  const http = fillProxy(await readFile(PROXY_TEMPLATE, 'utf8'), { listen, nodes });
  const args = await prepareProxy(folder, http);
  const child = startChild('nginx', args, { env: proxyEnv, ...(onLine ? { onLine } : {}) });
  let hasEnded = false;
  child.exited.then(() => {
    hasEnded = true;
  });
  while (!(await acceptsConnections(Number(listen.split(':').at(-1))))) {
    if (hasEnded) throw new Error(`nginx ended:\n${child.output()}`);
    await delay(PORT_POLL_MS);
  }
  return child;
}
