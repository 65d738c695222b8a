import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { envWithSystemFolders } from '../../../src/cluster/programs.ts';
import { findFreePort } from '../../../src/platform/network/free-port.ts';
import { fillHaproxy } from './fill-deploy-files.ts';

/** A database server as HAProxy sees it. */
export interface ProxiedServer {
  readonly name: string;
  /** Whether new connections may go there. */
  readonly isUp: boolean;
  /** Number of open connections. */
  readonly connectionCount: number;
}

/** A HAProxy with `deploy/patroni/haproxy.cfg`. */
export interface Haproxy {
  readonly port: number;
  listServers(): Promise<readonly ProxiedServer[]>;
  close(): Promise<void>;
}

/** Parses the answer to `show stat`, a CSV whose first line begins with `# `. */
function parseStatistics(csv: string): readonly ProxiedServer[] {
  const [header = '', ...lines] = csv.trim().split('\n');
  const columns = header.replace(/^# /, '').split(',');
  return lines
    .map((line) => line.split(','))
    .map((cells) => (column: string) => cells[columns.indexOf(column)] ?? '')
    .filter((cell) => /^db\d$/.test(cell('svname')))
    .map((cell) => ({
      name: cell('svname'),
      isUp: cell('status').startsWith('UP'),
      connectionCount: Number(cell('scur')),
    }));
}

/** Starts HAProxy for the database machines of a network. */
export async function startHaproxy(network: string, folder: string): Promise<Haproxy> {
  const port = await findFreePort();
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, fillHaproxy({ network, folder, port }));
  const child = spawn('haproxy', ['-db', '-f', file], {
    env: envWithSystemFolders(),
    stdio: 'ignore',
  });
  return {
    port,
    listServers: async () => {
      const socket = connect(join(folder, 'admin.sock'));
      socket.end('show stat\n');
      return parseStatistics(await text(socket));
    },
    close: async () => {
      if (child.exitCode !== null) return;
      const exitPromise = once(child, 'exit');
      child.kill('SIGKILL');
      await exitPromise;
    },
  };
}
