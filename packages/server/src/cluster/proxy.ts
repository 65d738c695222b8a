import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Child, startChild } from './child.ts';
import { fillProxy } from './fill-proxy.ts';
import { systemEnv } from './programs.ts';

const run = promisify(execFile);
const LOOK_MS = 20;
const env = systemEnv();

/** The proxy that operators copy. */
export const TEMPLATE = new URL('../../../../deploy/nginx.conf', import.meta.url);

export interface ProxyOptions {
  /** A folder for it alone; made where it is missing. */
  readonly folder: string;
  /** Where people reach it, such as `127.0.0.1:8080`. */
  readonly listen: string;
  /** Ports of the nodes on this machine. */
  readonly nodes: readonly number[];
  /** Hears what it complains of. */
  readonly hear?: (line: string) => void;
}

/** What surrounds the file of `deploy` on a machine where nothing of nginx is set up. */
function surround(folder: string, http: string): string {
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    // Only root is asked who its workers are: the one who owns the folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 2;',
    `pid "${join(folder, 'nginx.pid')}";`,
    // A node that is away is nothing to complain of here: others are asked.
    'error_log stderr crit;',
    'events { worker_connections 4096; }',
    'http {',
    'access_log off;',
    ...temp.map((name) => `${name}_temp_path "${join(folder, name)}";`),
    http,
    '}',
    '',
  ].join('\n');
}

async function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/**
 * Has nginx read a file of the http context, beside what it needs to be started by anybody.
 * @returns the arguments that start it so
 * @throws with what nginx says when it refuses
 */
export async function prepareProxy(folder: string, http: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, surround(folder, http));
  const args = ['-p', folder, '-e', 'stderr', '-c', file];
  await run('nginx', ['-t', '-q', ...args], { env });
  return args;
}

/**
 * Starts nginx as `deploy/nginx.conf` says, for these nodes, without being root.
 * @throws with what nginx said when it refuses its configuration or cannot listen
 */
export async function startProxy({ folder, listen, nodes, hear }: ProxyOptions): Promise<Child> {
  const http = fillProxy(await readFile(TEMPLATE, 'utf8'), { listen, nodes });
  const args = await prepareProxy(folder, http);
  const child = startChild('nginx', args, { env, ...(hear ? { hear } : {}) });
  let ended = false;
  child.exited.then(() => {
    ended = true;
  });
  while (!(await answers(Number(listen.split(':').at(-1))))) {
    if (ended) throw new Error(`nginx ended:\n${child.said()}`);
    await delay(LOOK_MS);
  }
  return child;
}
