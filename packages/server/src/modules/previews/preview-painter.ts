import { Worker } from 'node:worker_threads';
import { err, ok, type Result } from '../../platform/result.ts';
import { createTurns } from '../../platform/uploads/image-pool.ts';
import type { PreviewJob } from './preview-facts.ts';

export interface PreviewPainter {
  /** A PNG; `unavailable` when it is not done in time, too many wait or the program ends. */
  paint(job: PreviewJob): Promise<Result<Uint8Array, 'unavailable'>>;
  /** Ends the thread; what is under way or waiting ends in `unavailable`. */
  close(): void;
}

export interface PreviewPainterOptions {
  readonly log: { warn(facts: Record<string, unknown>, message: string): void };
  /** Previews that may wait for their turn. */
  readonly maxWaiting?: number;
  /** Milliseconds for one preview, from its turn on. */
  readonly timeoutMs?: number;
  /** Milliseconds after which the thread is let go. */
  readonly idleMs?: number;
}

/** The thread, and who waits for its answer. */
interface Thread {
  readonly worker: Worker;
  finish(answer: Uint8Array | string): void;
}

function startThread(): Thread {
  const worker = new Worker(new URL('./preview-worker.ts', import.meta.url), { execArgv: [] });
  const thread: Thread = { worker, finish: () => undefined };
  worker.on('message', (answer: Uint8Array | string) => thread.finish(answer));
  worker.on('error', (error) => thread.finish(String(error)));
  worker.on('exit', () => thread.finish('the thread has ended'));
  worker.unref();
  return thread;
}

/** Gives the thread a job; a text is the reason why there is no picture. */
async function runOn(thread: Thread, job: PreviewJob, timeoutMs: number) {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | string>();
  thread.finish = resolve;
  const timer = setTimeout(() => resolve('it took too long'), timeoutMs);
  thread.worker.postMessage(job);
  return promise.finally(() => clearTimeout(timer));
}

/**
 * Previews are drawn one at a time in a thread of their own, because one takes a tenth of a second
 * of computing. The thread starts with the first and is let go when nobody wants another.
 */
export function createPreviewPainter(options: PreviewPainterOptions): PreviewPainter {
  const { log, maxWaiting = 32, timeoutMs = 30_000, idleMs = 30_000 } = options;
  const turns = createTurns(1, maxWaiting);
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  const end = (): void => {
    clearTimeout(idle);
    thread?.finish('the thread is let go');
    void thread?.worker.terminate();
    thread = null;
  };
  const work = async (job: PreviewJob): Promise<Result<Uint8Array, 'unavailable'>> => {
    if (closed) return err('unavailable');
    clearTimeout(idle);
    thread ??= startThread();
    const answer = await runOn(thread, job, timeoutMs);
    if (typeof answer !== 'string') {
      idle = setTimeout(end, idleMs).unref();
      return ok(answer);
    }
    if (!closed) log.warn({ reason: answer }, 'a link preview could not be drawn');
    end();
    return err('unavailable');
  };
  return {
    paint: async (job) => {
      if (closed || !(await turns.take())) return err('unavailable');
      try {
        return await work(job);
      } finally {
        turns.pass();
      }
    },
    close: () => {
      closed = true;
      end();
    },
  };
}
