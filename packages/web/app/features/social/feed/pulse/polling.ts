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
  let requesting = false;
  let running = false;

  const scheduleNext = (ms: number) => {
    cancel?.();
    cancel = schedule(() => void poll(), ms);
  };

  const poll = async () => {
    // No new timer while the page is hidden or offline; `wake` resumes polling.
    if (!running || requesting || !isActive()) return;
    cancel?.();
    requesting = true;
    await request().catch(() => undefined);
    requesting = false;
    if (running) scheduleNext(everyMs);
  };

  return {
    start(firstMs) {
      running = true;
      scheduleNext(firstMs);
    },
    wake() {
      if (running) void poll();
    },
    stop() {
      running = false;
      cancel?.();
    },
  };
}
