import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface Running {
  readonly url: string;
  /** Milliseconds from the spawn to the first answer. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

async function untilReady(child: ChildProcess, url: string, log: () => string): Promise<void> {
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`a process ended before it answered:\n${log()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Starts a Node script of this repository that listens on `port`, and waits until `probe` answers. */
export async function startScript(
  script: string,
  port: number,
  probe: string,
  env: Readonly<Record<string, string>>,
): Promise<Running> {
  const began = performance.now();
  const child = spawn(process.execPath, [script], {
    cwd: root,
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
  await untilReady(child, url + probe, () => log);
  return { url, readyMs: performance.now() - began, stop: () => stop(child) };
}
