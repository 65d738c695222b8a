import { Worker } from 'node:worker_threads';
import { err, ok, type Result } from '../result.ts';
import { createSemaphore } from './semaphore.ts';

export interface WorkerRenderer<Job> {
  /** Renders a file; `unavailable` after a failure or a timeout, when the queue is full, or during shutdown. */
  render(job: Job): Promise<Result<Uint8Array, 'unavailable'>>;
  /** Stops the worker thread; running and waiting jobs end as `unavailable`. */
  close(): void;
}

export interface WorkerRendererOptions {
  readonly log: { warn(facts: Record<string, unknown>, message: string): void };
  /** Maximum number of waiting jobs; further jobs are `unavailable`. */
  readonly maxWaiting?: number;
  /** Timeout of a job in ms, from its start. */
  readonly timeoutMs?: number;
  /** Time in ms without a job after which the worker thread is stopped. */
  readonly idleMs?: number;
}

/** The worker thread, and the callback that receives the answer to the current job. */
interface RenderThread {
  readonly worker: Worker;
  finish(answer: Uint8Array | string): void;
}

function startRenderThread(file: URL): RenderThread {
  const worker = new Worker(file, { execArgv: [] });
  const thread: RenderThread = { worker, finish: () => undefined };
  worker.on('message', (answer: Uint8Array | string) => thread.finish(answer));
  worker.on('error', (error) => thread.finish(String(error)));
  worker.on('exit', () => thread.finish('the worker has exited'));
  worker.unref();
  return thread;
}

/** Runs a job on the worker thread. A string as result is the reason of a failure. */
async function runJobOnThread<Job>(thread: RenderThread, job: Job, timeoutMs: number) {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | string>();
  thread.finish = resolve;
  const timer = setTimeout(() => resolve('timeout'), timeoutMs);
  thread.worker.postMessage(job);
  return promise.finally(() => clearTimeout(timer));
}

/**
 * Renders files one at a time in a worker thread, for work that would block the event loop for tens of milliseconds.
 * The thread is started when it is needed and stopped when it is idle.
 * @param file module of the worker: it answers each message, which is a job, with the file's bytes or with the reason
 *   of a failure as text
 * @param name description of the files in the log, such as `a link preview`
 */
export function createWorkerRenderer<Job>(
  file: URL,
  name: string,
  options: WorkerRendererOptions,
): WorkerRenderer<Job> {
  const { log, maxWaiting = 32, timeoutMs = 30_000, idleMs = 30_000 } = options;
  const semaphore = createSemaphore(1, maxWaiting);
  let thread: RenderThread | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const endThread = (): void => {
    clearTimeout(idleTimer);
    thread?.finish('the worker was terminated');
    void thread?.worker.terminate();
    thread = null;
  };
  const renderJob = async (job: Job): Promise<Result<Uint8Array, 'unavailable'>> => {
    if (isClosed) return err('unavailable');
    clearTimeout(idleTimer);
    thread ??= startRenderThread(file);
    const answer = await runJobOnThread(thread, job, timeoutMs);
    if (typeof answer !== 'string') {
      idleTimer = setTimeout(endThread, idleMs).unref();
      return ok(answer);
    }
    if (!isClosed) log.warn({ reason: answer }, `rendering ${name} failed`);
    endThread();
    return err('unavailable');
  };
  return {
    render: async (job) => {
      if (isClosed || !(await semaphore.acquire())) return err('unavailable');
      try {
        return await renderJob(job);
      } finally {
        semaphore.release();
      }
    },
    close: () => {
      isClosed = true;
      endThread();
    },
  };
}
