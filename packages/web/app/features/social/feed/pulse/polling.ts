/** Dependencies of `createPolling`. */
export interface PollingDeps {
  /** Sends one request. After a failure the polling goes on with the next interval. */
  request(): Promise<unknown>;
  /** Whether the page is visible and online; no request is sent otherwise. */
  isActive(): boolean;
  /** Calls `run` after `ms`, unless the returned function is called first. */
  schedule(run: () => void, ms: number): () => void;
  /** Interval between the end of one request and the start of the next, in ms. */
  readonly everyMs: number;
}

export interface Polling {
  /** Starts polling; the first request is sent after `firstMs`. */
  start(firstMs: number): void;
  /** Sends a request at once, for example when the page becomes visible or the network returns. */
  wake(): void;
  stop(): void;
}

/** Repeats a request at an interval while the page is visible and online. Only one request runs at a time. */
export function createPolling({ request, isActive, schedule, everyMs }: PollingDeps): Polling {
  let cancel: (() => void) | null = null;
  let isRequesting = false;
  let isRunning = false;

  const scheduleNext = (ms: number) => {
    cancel?.();
    cancel = schedule(() => void poll(), ms);
  };

  const poll = async () => {
    // No new timer while the page is hidden or offline; `wake` resumes polling.
    if (!isRunning || isRequesting || !isActive()) return;
    cancel?.();
    isRequesting = true;
    await request().catch(() => undefined);
    isRequesting = false;
    if (isRunning) scheduleNext(everyMs);
  };

  return {
    start(firstMs) {
      isRunning = true;
      scheduleNext(firstMs);
    },
    wake() {
      if (isRunning) void poll();
    },
    stop() {
      isRunning = false;
      cancel?.();
    },
  };
}
