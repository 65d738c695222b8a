import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A child process that ends together with its parent. */
export interface ClusterChild {
  readonly pid: number;
  /** Resolves to the exit code; to null when a signal ended the process or it could not be started. */
  readonly exited: Promise<number | null>;
  /** The last 4,000 characters of the process's output. */
  output(): string;
  /** Sends a signal and resolves to the exit code; kills the process after `timeoutMs`. */
  end(signal?: NodeJS.Signals, timeoutMs?: number): Promise<number | null>;
}

export interface ChildOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Called with every line of the process's output. */
  readonly onLine?: (line: string) => void;
}

/**
 * Shell script that replaces itself by the program. Its background process kills the program when the pipe from the
 * parent process closes.
 */
const EXIT_WITH_PARENT_SCRIPT =
  'exec 3<&0; { cat <&3 >/dev/null; kill -TERM $$; } 2>/dev/null & exec "$@" 3<&- </dev/null';
const MAX_OUTPUT_LENGTH = 4_000;
const STOP_TIMEOUT_MS = 15_000;

function collectOutput(child: ChildProcess, onLine: (line: string) => void): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    let unfinishedLine = '';
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-MAX_OUTPUT_LENGTH);
      const lines = (unfinishedLine + chunk).split('\n');
      unfinishedLine = lines.pop() ?? '';
      lines.forEach(onLine);
    });
  }
  return () => output;
}

/**
 * Starts a program outside of the terminal's process group: Ctrl+C reaches only this process, which then ends its
 * children in the right order.
 */
export function startChild(
  command: string,
  args: readonly string[],
  { env = process.env, cwd, onLine = () => undefined }: ChildOptions = {},
): ClusterChild {
  const child = spawn('sh', ['-c', EXIT_WITH_PARENT_SCRIPT, 'sh', command, ...args], {
    env,
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const exited = once(child, 'exit').then(
    ([code]) => code as number | null,
    () => null,
  );
  // Closing the pipe also ends the background process of the shell script.
  exited.then(() => child.stdin?.destroy());
  return {
    pid: child.pid ?? 0,
    exited,
    output: collectOutput(child, onLine),
    end: async (signal = 'SIGTERM', timeoutMs = STOP_TIMEOUT_MS) => {
      child.kill(signal);
      const killTimer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      return exited.finally(() => clearTimeout(killTimer));
    },
  };
}
