import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DecodeOutcome, ImageJob } from './image-decode.ts';

/** How a job ended: the worker's answer, its violent end, its time being up, or no worker at all. */
export type JobEnd =
  | DecodeOutcome
  | { readonly ok: false; readonly code: 'crashed' | 'late' | 'absent' };

/** A worker process; it does one job at a time. */
export interface ImageChild {
  /** True until the process ends or is ended. */
  alive(): boolean;
  run(job: ImageJob, timeoutMs: number): Promise<JobEnd>;
  kill(): void;
}

type Message =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly outcome: DecodeOutcome };

const script = fileURLToPath(new URL('./image-worker.ts', import.meta.url));

/** The worker needs no secret, so it gets none. */
function environment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { VIPS_WARNING: '0' };
  for (const name of ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP']) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  return env;
}

function keepsParentAlive(child: ChildProcess, keeps: boolean): void {
  for (const handle of [child, child.channel]) {
    if (keeps) handle?.ref();
    else handle?.unref();
  }
}

export function startImageChild(): ImageChild {
  const child = fork(script, {
    execArgv: [],
    env: environment(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let alive = true;
  let ready = false;
  let finish: (end: JobEnd) => void = () => undefined;
  const ended = (code: 'crashed' | 'absent'): void => {
    alive = false;
    finish({ ok: false, code });
  };
  child.on('error', () => ended('absent'));
  child.on('exit', (_, signal) => {
    // Killed from outside, for want of memory say, it is not the picture that failed.
    ended(ready && signal !== 'SIGKILL' ? 'crashed' : 'absent');
  });
  child.on('message', (message: Message) => {
    if (message.kind === 'ready') ready = true;
    else finish(message.outcome);
  });
  const kill = (): void => {
    alive = false;
    child.kill('SIGKILL');
  };
  const run = async (job: ImageJob, timeoutMs: number): Promise<JobEnd> => {
    const { promise, resolve } = Promise.withResolvers<JobEnd>();
    finish = resolve;
    const timer = setTimeout(() => {
      resolve({ ok: false, code: 'late' });
      kill();
    }, timeoutMs);
    keepsParentAlive(child, true);
    if (!alive) ended('absent');
    else child.send(job, (error) => error && ended('absent'));
    const end = await promise;
    clearTimeout(timer);
    keepsParentAlive(child, false);
    return end;
  };
  keepsParentAlive(child, false);
  return { alive: () => alive, run, kill };
}
