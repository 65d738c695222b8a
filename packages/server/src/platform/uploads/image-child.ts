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

interface Worker {
  readonly child: ChildProcess;
  alive: boolean;
  ready: boolean;
  /** Takes the end of the job under way. */
  finish(end: JobEnd): void;
}

const script = fileURLToPath(new URL('./image-worker.ts', import.meta.url));

/** Starts a worker. One without a job keeps no program from ending. */
export function startImageChild(): ImageChild {
  const child = fork(script, {
    execArgv: [],
    env: environment(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const worker: Worker = { child, alive: true, ready: false, finish: () => undefined };
  child.on('error', () => lose(worker, 'absent'));
  child.on('exit', (_, signal) => {
    // Killed from outside, for want of memory say, it is not the picture that failed.
    lose(worker, worker.ready && signal !== 'SIGKILL' ? 'crashed' : 'absent');
  });
  child.on('message', (message: Message) => {
    if (message.kind === 'ready') worker.ready = true;
    else worker.finish(message.outcome);
  });
  keepsParentAlive(child, false);
  return {
    alive: () => worker.alive,
    run: (job, timeoutMs) => run(worker, job, timeoutMs),
    kill: () => kill(worker),
  };
}

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

function lose(worker: Worker, code: 'crashed' | 'absent'): void {
  worker.alive = false;
  worker.finish({ ok: false, code });
}

function kill(worker: Worker): void {
  worker.alive = false;
  worker.child.kill('SIGKILL');
}

async function run(worker: Worker, job: ImageJob, timeoutMs: number): Promise<JobEnd> {
  const { promise, resolve } = Promise.withResolvers<JobEnd>();
  worker.finish = resolve;
  const timer = setTimeout(() => {
    resolve({ ok: false, code: 'late' });
    kill(worker);
  }, timeoutMs);
  keepsParentAlive(worker.child, true);
  if (worker.alive) worker.child.send(job, (error) => error && lose(worker, 'absent'));
  else lose(worker, 'absent');
  const end = await promise;
  clearTimeout(timer);
  keepsParentAlive(worker.child, false);
  return end;
}
