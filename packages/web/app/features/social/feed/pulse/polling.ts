/** Dependencies of `createPolling`. */
export interface PollingDeps {
  /** Runs one request; after a failure the next interval is awaited. */
  beat(): Promise<unknown>;
  /** Whether the page is visible and online. */
  awake(): boolean;
  /** Runs `run` after `ms` unless the returned function is called before. */
  later(run: () => void, ms: number): () => void;
  /** Between two beats, from the answer on, in ms. */
  readonly everyMs: number;
}

export interface Polling {
  /** Begins, with the first beat in `firstMs`. */
  start(firstMs: number): void;
  /** Beats now: a person came back to the page, or the network did. */
  wake(): void;
  stop(): void;
}

/** Repeats a request at an interval while the page is visible and online, never two at a time. */
export function createPolling({ beat, awake, later, everyMs }: PollingDeps): Polling {
  let cancel: (() => void) | null = null;
  let beating = false;
  let running = false;

  const plan = (ms: number) => {
    cancel?.();
    cancel = later(() => void once(), ms);
  };

  const once = async () => {
    // Stops while nobody looks at the page; `wake` starts it again.
    if (!running || beating || !awake()) return;
    cancel?.();
    beating = true;
    await beat().catch(() => undefined);
    beating = false;
    if (running) plan(everyMs);
  };

  return {
    start(firstMs) {
      running = true;
      plan(firstMs);
    },
    wake() {
      if (running) void once();
    },
    stop() {
      running = false;
      cancel?.();
    },
  };
}
