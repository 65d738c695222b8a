import { Worker } from 'node:worker_threads';
import type { CallAnswer, CallApi, InstallationSettings, MadePage, PageCall } from './make-page.ts';

/** Heap of a thread for old objects in MB: three times what it needs, and little enough to end a page that grows without bound. */
const OLD_HEAP_MB = 128;
/** Heap of a thread for new objects in MB. V8 takes what it may here, and pages leave hardly any object that lives on. */
const YOUNG_HEAP_MB = 24;
/** Time in ms after which a page is given up with the thread that makes it; data that pages wait for takes less. */
const PAGE_TIMEOUT_MS = 15_000;

/** What a thread is started with. */
export interface WorkerSetup {
  /** Path of the web app's server build. */
  readonly serverBuild: string;
  readonly installation: InstallationSettings;
}

/** Messages to a thread; `page` and `call` are numbers that answers repeat. */
export type WorkerInput =
  | { readonly kind: 'make'; readonly page: number; readonly url: string }
  | { readonly kind: 'answer'; readonly call: number; readonly answer: CallAnswer };

/** Messages of a thread. */
export type WorkerOutput =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'call';
      readonly page: number;
      readonly call: number;
      readonly request: PageCall;
    }
  | { readonly kind: 'made'; readonly page: number; readonly made: MadePage }
  | { readonly kind: 'failed'; readonly page: number; readonly error: Error };

/** Makes pages, in whatever thread. */
export interface PageMaker {
  /** Renders the page at `url`; rejects when it cannot be made. */
  make(url: URL, callApi: CallApi): Promise<MadePage>;
  close(): Promise<void>;
}

interface Job {
  readonly callApi: CallApi;
  resolve(made: MadePage): void;
  reject(error: Error): void;
}

/** A thread with the pages that it is making. */
interface Thread {
  readonly worker: Worker;
  readonly jobs: Map<number, Job>;
  readonly ready: Promise<void>;
  /** Whether it has ended or is about to. */
  ended: boolean;
}

const workerFile = new URL('./page-worker.ts', import.meta.url);

async function answerCall(
  { worker, jobs }: Thread,
  { page, call, request }: WorkerOutput & { kind: 'call' },
) {
  const answer = await jobs
    .get(page)
    ?.callApi(request)
    .catch((error: Error): CallAnswer => {
      jobs.get(page)?.reject(error);
      return { status: 500, body: '' };
    });
  if (answer) worker.postMessage({ kind: 'answer', call, answer } satisfies WorkerInput);
}

function handleOutput(thread: Thread, output: WorkerOutput, onReady: () => void): void {
  if (output.kind === 'ready') onReady();
  else if (output.kind === 'call') void answerCall(thread, output);
  else {
    const job = thread.jobs.get(output.page);
    if (output.kind === 'made') job?.resolve(output.made);
    else job?.reject(output.error);
  }
}

function startThread(setup: WorkerSetup): Thread {
  const worker = new Worker(workerFile, {
    workerData: setup,
    resourceLimits: {
      maxOldGenerationSizeMb: OLD_HEAP_MB,
      maxYoungGenerationSizeMb: YOUNG_HEAP_MB,
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const thread: Thread = { worker, jobs: new Map(), ready: promise, ended: false };
  const end = (error: Error) => {
    thread.ended = true;
    reject(error);
    for (const job of thread.jobs.values()) job.reject(error);
  };
  worker.on('message', (output: WorkerOutput) => handleOutput(thread, output, resolve));
  worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => end(new Error('the thread that makes pages has ended')));
  // Until it is ready, the start waits for it; later it does not keep the program alive.
  promise.then(
    () => worker.unref(),
    () => undefined,
  );
  return thread;
}

function makeIn(thread: Thread, page: number, url: URL, callApi: CallApi): Promise<MadePage> {
  const { promise, resolve, reject } = Promise.withResolvers<MadePage>();
  thread.jobs.set(page, { callApi, resolve, reject });
  const timer = setTimeout(() => {
    thread.ended = true;
    void thread.worker.terminate();
  }, PAGE_TIMEOUT_MS).unref();
  thread.worker.postMessage({ kind: 'make', page, url: url.href } satisfies WorkerInput);
  return promise.finally(() => {
    clearTimeout(timer);
    thread.jobs.delete(page);
  });
}

/** Starts threads that make pages; one that ends is replaced when the next page is asked for. */
export async function startPageWorkers(setup: WorkerSetup, count: number): Promise<PageMaker> {
  const threads = Array.from({ length: count }, () => startThread(setup));
  await Promise.all(threads.map(({ ready }) => ready));
  let lastPage = 0;
  const leastBusy = (): Thread => {
    for (const [place, thread] of threads.entries())
      if (thread.ended) threads[place] = startThread(setup);
    return threads.reduce((least, thread) => (thread.jobs.size < least.jobs.size ? thread : least));
  };
  return {
    make: (url, callApi) => {
      lastPage += 1;
      return makeIn(leastBusy(), lastPage, url, callApi);
    },
    close: async () => {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}
