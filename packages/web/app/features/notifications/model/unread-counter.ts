interface UnreadCounterDeps {
  /** Requests the count from the server. */
  ask(): Promise<number>;
  /** Runs a function after a delay in ms; the returned function cancels it. */
  later(run: () => void, ms: number): () => void;
  onChange(count: number): void;
}

/** Events within this time cause one request, in ms. */
const RECOUNT_DELAY_MS = 150;

/**
 * The number of unread notifications, counted by the server. Actions of the person change it at once, and
 * an answer to a request sent before such an action is dropped and requested again.
 */
export class UnreadCounter {
  value = 0;
  #changes = 0;
  #writes = 0;
  #asking = false;
  #wanted = false;
  #cancel: (() => void) | null = null;
  readonly #deps: UnreadCounterDeps;

  constructor(deps: UnreadCounterDeps) {
    this.#deps = deps;
  }

  /** An action of the person changed the count. */
  change(count: number): void {
    this.#changes += 1;
    this.#show(Math.max(0, count));
  }

  /** Waits for a request that changes the count before counting again; its failure is ignored. */
  write(request: Promise<unknown>): void {
    this.#writes += 1;
    const over = () => {
      this.#writes -= 1;
      if (this.#wanted) this.ask();
    };
    request.then(over, over);
  }

  /** Asks after a short pause, once for all that happens in it. */
  ask(): void {
    this.#wanted = true;
    this.#cancel ??= this.#deps.later(() => {
      this.#cancel = null;
      void this.#askNow();
    }, RECOUNT_DELAY_MS);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#wanted = false;
  }

  async #askNow(): Promise<void> {
    if (this.#asking || this.#writes > 0) return;
    this.#asking = true;
    this.#wanted = false;
    const changes = this.#changes;
    const count = await this.#deps.ask().catch(() => null);
    this.#asking = false;
    if (count !== null && changes === this.#changes && this.#writes === 0) this.#show(count);
    else if (count !== null) this.#wanted = true;
    if (this.#wanted && this.#writes === 0) this.ask();
  }

  #show(count: number): void {
    if (count === this.value) return;
    this.value = count;
    this.#deps.onChange(count);
  }
}
