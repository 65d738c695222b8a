import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const repositoryRoot = fileURLToPath(new URL('..', import.meta.url));

/** Script that starts the whole program, including its pages. */
export const START_SCRIPT = 'scripts/start.ts';

/** The memory settings of `deploy/guilda.service`, so that measured programs run like deployed ones. */
const memorySettings: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...readFileSync(`${repositoryRoot}deploy/guilda.service`, 'utf8').matchAll(
      /^Environment=(NODE_OPTIONS|MALLOC_\w+)=(.+)$/gm,
    ),
  ].map(([, name = '', value = '']) => [name, value]),
);

/** Settings of measured programs: those of memory, no log, no rate limits, no demo data. */
export const quietEnv: Readonly<Record<string, string>> = {
  ...memorySettings,
  ...{ LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000000', SEED_DEMO: '0' },
};

/** A process that `startScript` has started and that is ready. */
export interface RunningProcess {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from starting the process until it was ready. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** Decides by the process's URL and its output whether it is ready. */
export type ReadinessCheck = (url: string, log: string) => Promise<boolean>;

/** Creates a check that passes when the server answers a request for `path` with success. */
export const createAnswerCheck =
  (path: string): ReadinessCheck =>
  (url) =>
    fetch(url + path).then(
      (response) => response.ok,
      () => false,
    );

/** Passes when the program has printed its URL, which is the last step of its start. */
export const hasPrintedUrl: ReadinessCheck = async (_url, log) => log.includes('Guilda em ');

async function waitUntilReady(
  child: ChildProcess,
  isReady: () => Promise<boolean>,
  log: () => string,
): Promise<void> {
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`a process ended before it answered:\n${log()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exitPromise = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exitPromise;
}

/** Starts a Node script of this repository, or of another one in `folder`, on `port`, and waits until `isReady` passes. */
export async function startScript(
  script: string,
  port: number,
  isReady: ReadinessCheck,
  env: Readonly<Record<string, string>>,
  folder = repositoryRoot,
): Promise<RunningProcess> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      log += chunk;
    });
  }
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(
    child,
    () => isReady(url, log),
    () => log,
  );
  const readyMs = performance.now() - startedAt;
  return { url, pid: child.pid ?? 0, readyMs, stop: () => stopProcess(child) };
}
