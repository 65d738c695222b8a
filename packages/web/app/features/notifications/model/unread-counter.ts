interface UnreadCounterDeps {
  /** Requests the number of unread notifications from the server. */
  ask(): Promise<number>;
  /** Calls a function after a delay in ms; the returned function cancels the call. */
  later(run: () => void, ms: number): () => void;
  onChange(count: number): void;
}

/** Delay before the number is requested, in ms; all calls of `ask` within the delay share one request. */
const RECOUNT_DELAY_MS = 150;

/**
 * The number of unread notifications, counted by the server. An action of the person changes the number at once; the
 * answer to a request that was sent before the action is dropped and the number requested again.
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

  /** Call when an action of the person has changed the number. */
  change(count: number): void {
    this.#changes += 1;
    this.#show(Math.max(0, count));
  }

  /** Delays counting until a request that changes the number has finished; a failure of that request is ignored. */
  write(request: Promise<unknown>): void {
    this.#writes += 1;
    const finishWrite = () => {
      this.#writes -= 1;
      if (this.#wanted) this.ask();
    };
    request.then(finishWrite, finishWrite);
  }

  /** Requests the number after a short delay; further calls within the delay cause no additional request. */
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
    const changesBefore = this.#changes;
    const count = await this.#deps.ask().catch(() => null);
    this.#asking = false;
    if (count !== null && changesBefore === this.#changes && this.#writes === 0) this.#show(count);
    else if (count !== null) this.#wanted = true;
    if (this.#wanted && this.#writes === 0) this.ask();
  }

  #show(count: number): void {
    if (count === this.value) return;
    this.value = count;
    this.#deps.onChange(count);
  }
}
