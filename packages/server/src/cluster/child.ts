import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program that ends with whoever started it. */
export interface Child {
  readonly pid: number;
  /** Its exit code; null when a signal ended it, or when it could not be started. */
  readonly exited: Promise<number | null>;
  /** What it said so far that is worth telling, at most its last 4,000 characters. */
  said(): string;
  /** Asks it to end, as an operator does; its exit code. It is killed after `patienceMs`. */
  end(signal?: NodeJS.Signals, patienceMs?: number): Promise<number | null>;
}

export interface ChildOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Hears every line that it says. */
  readonly hear?: (line: string) => void;
}

/** The program takes the shell's place; beside it one waits for our end, which closes the pipe. */
const FOLLOW =
  'exec 3<&0; { cat <&3 >/dev/null; kill -TERM $$; } 2>/dev/null & exec "$@" 3<&- </dev/null';
const KEPT = 4_000;
const PATIENCE_MS = 15_000;

function listen(child: ChildProcess, hear: (line: string) => void): () => string {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      said = (said + chunk).slice(-KEPT);
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(hear);
    });
  }
  return () => said;
}

/**
 * Starts a program outside the terminal's group, so that Ctrl+C reaches us alone and we say in
 * which order things end.
 */
export function startChild(
  command: string,
  args: readonly string[],
  { env = process.env, cwd, hear = () => undefined }: ChildOptions = {},
): Child {
  const child = spawn('sh', ['-c', FOLLOW, 'sh', command, ...args], {
    env,
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const exited = once(child, 'exit').then(
    ([code]) => code as number | null,
    () => null,
  );
  // The one who waits beside it goes as well.
  exited.then(() => child.stdin?.destroy());
  return {
    pid: child.pid ?? 0,
    exited,
    said: listen(child, hear),
    end: async (signal = 'SIGTERM', patienceMs = PATIENCE_MS) => {
      child.kill(signal);
      const late = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      return exited.finally(() => clearTimeout(late));
    },
  };
}
