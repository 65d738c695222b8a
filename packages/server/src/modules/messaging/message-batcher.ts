import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { err, type Result } from '../../platform/result.ts';
import type { Outcome } from './number-drafts.ts';
import type { Draft } from './stored-message.ts';

/** Drafts that one transaction stores at most. */
const BATCH = 200;
/** Drafts that may wait; more would wait for longer than anyone does. */
const WAITING = 10_000;

export interface Batcher {
  /**
   * Stores a draft with whatever else arrives meanwhile. Rejects when the database fails; whether the
   * draft was stored is then unknown until it is sent again.
   */
  store(draft: Draft): Promise<Outcome | Result<never, 'unavailable'>>;
  /** Resolves once nothing waits any more. */
  settled(): Promise<void>;
}

/** Outcomes of a batch, in its order. */
export type StoreBatch = (drafts: readonly Draft[]) => Promise<readonly Outcome[]>;

interface Waiting {
  readonly draft: Draft;
  readonly done: PromiseWithResolvers<Outcome>;
}

/** Fails alone what fails, however many were to be stored with it. */
async function settleAll(store: StoreBatch, batch: readonly Waiting[]): Promise<void> {
  try {
    const outcomes = await store(batch.map(({ draft }) => draft));
    for (const [index, { done }] of batch.entries()) done.resolve(outcomes[index] as Outcome);
  } catch (error) {
    if (batch.length === 1 || isDatabaseUnavailable(error)) {
      for (const { done } of batch) done.reject(error);
      return;
    }
    const half = batch.length >> 1;
    await settleAll(store, batch.slice(0, half));
    await settleAll(store, batch.slice(half));
  }
}

/**
 * Takes the next batch off the queue, in the order of arrival. A second draft of an id waits for the
 * first one's end, and then finds it.
 */
function takeBatch(queue: Waiting[]): Waiting[] {
  const ids = new Set<string>();
  const batch: Waiting[] = [];
  const again: Waiting[] = [];
  let looked = 0;
  for (const one of queue) {
    if (batch.length === BATCH) break;
    looked += 1;
    if (ids.has(one.draft.id)) again.push(one);
    else batch.push(one);
    ids.add(one.draft.id);
  }
  queue.splice(0, looked, ...again);
  return batch;
}

/** One transaction at a time; what arrives while it runs is stored by the next. */
export function createBatcher(store: StoreBatch): Batcher {
  const queue: Waiting[] = [];
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    // What else came with the same turn of the event loop goes along.
    await new Promise(setImmediate);
    while (queue.length > 0) {
      await settleAll(store, takeBatch(queue));
    }
    working = null;
  }

  return {
    store: async (draft) => {
      if (queue.length >= WAITING) return err('unavailable');
      const done = Promise.withResolvers<Outcome>();
      queue.push({ draft, done });
      working ??= work();
      return done.promise;
    },
    settled: async () => {
      while (working) await working;
    },
  };
}
