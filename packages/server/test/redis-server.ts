import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../src/platform/free-port.ts';

/** A Redis of one's own, which keeps nothing on disk and ends with the process that started it. */
export interface RedisServer {
  readonly url: string;
  /** Ends it at once; what it held is gone. */
  stop(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  /** It stands still with all its connections open. */
  freeze(): void;
  thaw(): void;
}

const MISSING =
  'redis-server is missing, which these tests start: install it, such as by apt-get install redis-server';

/** Ends the server when this process ends, however it does: its end closes the pipe. */
const KEEPER = 'redis-server "$@" & echo $!; cat >/dev/null; kill -9 $!';

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [reply] = await once(socket, 'data');
    return String(reply).startsWith('+PONG');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function spawnServer(port: number): Promise<{ keeper: ChildProcess; pid: number }> {
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const keeper = spawn('sh', ['-c', KEEPER, 'sh', ...settings, '--logfile', '/dev/null'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [told] = await once(keeper.stdout, 'data');
  const pid = Number(String(told));
  while (!(await answers(port))) {
    if (keeper.exitCode !== null) throw new Error('redis-server ended before it answered');
    await delay(10);
  }
  return { keeper, pid };
}

/** Starts a Redis on a free port; stop it in `afterAll`. */
export async function startRedis(): Promise<RedisServer> {
  if (spawnSync('redis-server', ['--version']).error) throw new Error(MISSING);
  const port = await freePort();
  let running: { keeper: ChildProcess; pid: number } | null = await spawnServer(port);
  const signal = (name: NodeJS.Signals) => {
    if (running) process.kill(running.pid, name);
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      running ??= await spawnServer(port);
    },
    stop: async () => {
      if (!running) return;
      const { keeper } = running;
      running = null;
      const gone = once(keeper, 'exit');
      keeper.stdin?.end();
      await gone;
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  };
}
