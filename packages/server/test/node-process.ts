import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../src/platform/free-port.ts';

const program = fileURLToPath(new URL('./node-program.ts', import.meta.url));

/** A server as a process of its own, which can be killed and started again at its address. */
export interface NodeProcess {
  readonly url: string;
  readonly port: number;
  start(): Promise<void>;
  /** Of the running process. */
  readonly pid: number;
  /** Ends it with SIGKILL, as a crash does. */
  kill(): Promise<void>;
  /** Ends it with SIGTERM, as a deployment does; answers its exit code. */
  stop(): Promise<number | null>;
}

/** Resolves once the program has told its address, the last thing a start does. */
function told(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        // What it says later on is nobody's to keep.
        if (!said.includes('Guilda em')) said += chunk;
        if (said.includes('Guilda em')) resolve();
      });
    }
    child.once('exit', (code) => reject(new Error(`a node ended with ${code}:\n${said}`)));
  });
}

/** A node on a port of its own, not yet started. */
export async function createNode(env: Readonly<Record<string, string>>): Promise<NodeProcess> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return null;
    const gone = once(child, 'exit');
    child.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  };
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return child?.pid ?? 0;
    },
    start: async () => {
      child = spawn(process.execPath, [program], {
        env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...env },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      await told(child);
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}
