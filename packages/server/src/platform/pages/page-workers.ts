import { Worker } from 'node:worker_threads';
import type {
  CallAnswer,
  CallApi,
  InstallationSettings,
  PageCall,
  RenderedPage,
} from './render-page.ts';

/**
 * Heap size of a thread for old objects, in MB: three times the normal need, and small enough to stop a page whose
 * memory use grows without limit.
 */
const OLD_HEAP_MB = 128;
/**
 * Heap size of a thread for new objects, in MB. V8 uses all of it, and rendering a page leaves hardly any long-lived
 * objects. `--max-semi-space-size`, which deployed processes have, replaces it (docs/adr/0081-memory-settings.md).
 */
const YOUNG_HEAP_MB = 24;
/**
 * Time in ms after which the rendering of a page is aborted together with its thread; the data of pages arrives sooner.
 */
const PAGE_TIMEOUT_MS = 15_000;

/** Data with which a thread is started. */
export interface PageWorkerSetup {
  /** Path of the web app's server build. */
  readonly serverBuild: string;
  readonly installation: InstallationSettings;
}

/** Messages to a thread; `pageId` and `callId` are numbers that match answers to their requests. */
export type PageWorkerInput =
  | { readonly kind: 'make'; readonly pageId: number; readonly url: string }
  | { readonly kind: 'answer'; readonly callId: number; readonly answer: CallAnswer };

/** Messages from a thread. */
export type PageWorkerOutput =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'call';
      readonly pageId: number;
      readonly callId: number;
      readonly request: PageCall;
    }
  | { readonly kind: 'made'; readonly pageId: number; readonly renderedPage: RenderedPage }
  | { readonly kind: 'failed'; readonly pageId: number; readonly error: Error };

/** Renders pages in threads. */
export interface PageRenderer {
  /** Renders the page at `url`; rejects when rendering fails. */
  make(url: URL, callApi: CallApi): Promise<RenderedPage>;
  close(): Promise<void>;
}

interface PageJob {
  readonly callApi: CallApi;
  resolve(renderedPage: RenderedPage): void;
  reject(error: Error): void;
}

/** A thread with the pages that it is rendering. */
interface PageThread {
  readonly worker: Worker;
  readonly jobs: Map<number, PageJob>;
  readonly ready: Promise<void>;
  /** Whether the thread has ended or is about to end. */
  hasEnded: boolean;
}

const workerFile = new URL('./page-worker.ts', import.meta.url);

async function answerApiCall(
  { worker, jobs }: PageThread,
  { pageId, callId, request }: PageWorkerOutput & { kind: 'call' },
) {
  const answer = await jobs
    .get(pageId)
    ?.callApi(request)
    .catch((error: Error): CallAnswer => {
      jobs.get(pageId)?.reject(error);
      return { status: 500, body: '' };
    });
  if (answer) worker.postMessage({ kind: 'answer', callId, answer } satisfies PageWorkerInput);
}

function handleOutput(thread: PageThread, output: PageWorkerOutput, onReady: () => void): void {
  if (output.kind === 'ready') onReady();
  else if (output.kind === 'call') void answerApiCall(thread, output);
  else {
    const job = thread.jobs.get(output.pageId);
    if (output.kind === 'made') job?.resolve(output.renderedPage);
    else job?.reject(output.error);
  }
}

function startThread(workerSetup: PageWorkerSetup): PageThread {
  const worker = new Worker(workerFile, {
    workerData: workerSetup,
    resourceLimits: {
      maxOldGenerationSizeMb: OLD_HEAP_MB,
      maxYoungGenerationSizeMb: YOUNG_HEAP_MB,
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const thread: PageThread = { worker, jobs: new Map(), ready: promise, hasEnded: false };
  const endThread = (error: Error) => {
    thread.hasEnded = true;
    reject(error);
    for (const job of thread.jobs.values()) job.reject(error);
  };
  worker.on('message', (output: PageWorkerOutput) => handleOutput(thread, output, resolve));
  worker.on('error', (error) =>
    endThread(error instanceof Error ? error : new Error(String(error))),
  );
  worker.on('exit', () => endThread(new Error('the thread that makes pages has ended')));
  // The start of the program waits until the thread is ready. From then on the thread does not keep the process alive.
  promise.then(
    () => worker.unref(),
    () => undefined,
  );
  return thread;
}

function renderInThread(
  thread: PageThread,
  pageId: number,
  url: URL,
  callApi: CallApi,
): Promise<RenderedPage> {
  const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>();
  thread.jobs.set(pageId, { callApi, resolve, reject });
  const timer = setTimeout(() => {
    thread.hasEnded = true;
    void thread.worker.terminate();
  }, PAGE_TIMEOUT_MS).unref();
  thread.worker.postMessage({ kind: 'make', pageId, url: url.href } satisfies PageWorkerInput);
  return promise.finally(() => {
    clearTimeout(timer);
    thread.jobs.delete(pageId);
  });
}

/** Starts threads that render pages; a thread that ends is replaced when the next page is requested. */
export async function startPageWorkers(
  setup: PageWorkerSetup,
  threadCount: number,
): Promise<PageRenderer> {
  const threads = Array.from({ length: threadCount }, () => startThread(setup));
  await Promise.all(threads.map(({ ready }) => ready));
  let lastPageId = 0;
  const findLeastBusy = (): PageThread => {
    for (const [index, thread] of threads.entries())
      if (thread.hasEnded) threads[index] = startThread(setup);
    return threads.reduce((leastBusy, thread) =>
      thread.jobs.size < leastBusy.jobs.size ? thread : leastBusy,
    );
  };
  return {
    make: (url, callApi) => {
      lastPageId += 1;
      return renderInThread(findLeastBusy(), lastPageId, url, callApi);
    },
    close: async () => {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}
