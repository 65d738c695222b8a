interface UnreadCountDeps {
  /** Asks the server. */
  ask(): Promise<number>;
  /** Runs later, in ms; the returned function takes it back. */
  later(run: () => void, ms: number): () => void;
  onChange(count: number): void;
}

/** Events that come together are counted with one question, in ms. */
const PAUSE_MS = 150;

/**
 * How many notifications are unread. The server counts; what the person does here shows at once, and
 * an answer that was on its way meanwhile is not believed but asked for again.
 */
export class UnreadCount {
  value = 0;
  #changes = 0;
  #writes = 0;
  #asking = false;
  #wanted = false;
  #cancel: (() => void) | null = null;
  readonly #deps: UnreadCountDeps;

  constructor(deps: UnreadCountDeps) {
    this.#deps = deps;
  }

  /** The person's own act changed it. */
  change(count: number): void {
    this.#changes += 1;
    this.#show(Math.max(0, count));
  }

  /** The server is being told of an act; its count is of no use before. Failure is ignored (`spec §4`). */
  write(telling: Promise<unknown>): void {
    this.#writes += 1;
    const over = () => {
      this.#writes -= 1;
      if (this.#wanted) this.ask();
    };
    telling.then(over, over);
  }

  /** Asks after a short pause, once for all that happens in it. */
  ask(): void {
    this.#wanted = true;
    this.#cancel ??= this.#deps.later(() => {
      this.#cancel = null;
      void this.#askNow();
    }, PAUSE_MS);
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
