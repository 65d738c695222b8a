import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ConversionOutcome, ImageJob } from './convert-image.ts';

/** Result of a job: the worker's answer, a crash, a timeout, or no worker at all. */
export type JobResult =
  | ConversionOutcome
  | { readonly ok: false; readonly code: 'crashed' | 'timeout' | 'unavailable' };

/** A worker process, which runs one job at a time. */
export interface WorkerProcess {
  /** Whether the process runs: true until it ends or is killed. */
  alive(): boolean;
  run(job: ImageJob, timeoutMs: number): Promise<JobResult>;
  kill(): void;
}

type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly outcome: ConversionOutcome };

interface WorkerState {
  readonly child: ChildProcess;
  isAlive: boolean;
  isReady: boolean;
  /** Resolves the running job with its result. */
  finish(result: JobResult): void;
}

const workerScript = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** Starts a worker process. An idle worker does not prevent the program from exiting. */
export function startWorkerProcess(): WorkerProcess {
  const child = fork(workerScript, {
    execArgv: [],
    env: workerEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const worker: WorkerState = { child, isAlive: true, isReady: false, finish: () => undefined };
  child.on('error', () => endWorker(worker, 'unavailable'));
  child.on('exit', (_, signal) => {
    // After a SIGKILL, for example by the OOM killer, the picture is not the cause.
    endWorker(worker, worker.isReady && signal !== 'SIGKILL' ? 'crashed' : 'unavailable');
  });
  child.on('message', (message: WorkerMessage) => {
    if (message.kind === 'ready') worker.isReady = true;
    else worker.finish(message.outcome);
  });
  setKeepsParentAlive(child, false);
  return {
    alive: () => worker.isAlive,
    run: (job, timeoutMs) => runJob(worker, job, timeoutMs),
    kill: () => killWorker(worker),
  };
}

/** Environment of a worker: only the variables listed here, so that a worker gets no secrets. */
function workerEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { VIPS_WARNING: '0' };
  for (const name of ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP']) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  return env;
}

function setKeepsParentAlive(child: ChildProcess, keepsAlive: boolean): void {
  for (const handle of [child, child.channel]) {
    if (keepsAlive) handle?.ref();
    else handle?.unref();
  }
}

function endWorker(worker: WorkerState, code: 'crashed' | 'unavailable'): void {
  worker.isAlive = false;
  worker.finish({ ok: false, code });
}

function killWorker(worker: WorkerState): void {
  worker.isAlive = false;
  worker.child.kill('SIGKILL');
}

async function runJob(worker: WorkerState, job: ImageJob, timeoutMs: number): Promise<JobResult> {
  const { promise, resolve } = Promise.withResolvers<JobResult>();
  worker.finish = resolve;
  const timer = setTimeout(() => {
    resolve({ ok: false, code: 'timeout' });
    killWorker(worker);
  }, timeoutMs);
  setKeepsParentAlive(worker.child, true);
  if (worker.isAlive) worker.child.send(job, (error) => error && endWorker(worker, 'unavailable'));
  else endWorker(worker, 'unavailable');
  const jobResult = await promise;
  clearTimeout(timer);
  setKeepsParentAlive(worker.child, false);
  return jobResult;
}
