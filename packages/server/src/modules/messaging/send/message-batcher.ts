import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import { err, type Result } from '../../../platform/result.ts';
import type { Draft } from '../stored-message.ts';
import type { Outcome } from './number-drafts.ts';

/** Maximum drafts in one transaction. */
const BATCH = 200;
/** Maximum queue length; beyond it drafts are rejected as `unavailable`. */
const WAITING = 10_000;

export interface Batcher {
  /**
   * Stores a draft together with others that arrive at the same time. Rejects when the database fails;
   * whether the draft was stored is then unknown until it is sent again.
   */
  store(draft: Draft): Promise<Outcome | Result<never, 'unavailable'>>;
  /** Resolves once the queue is empty. */
  settled(): Promise<void>;
}

/** Stores a batch; returns outcomes in its order. */
export type StoreBatch = (drafts: readonly Draft[]) => Promise<readonly Outcome[]>;

interface Waiting {
  readonly draft: Draft;
  readonly done: PromiseWithResolvers<Outcome>;
}

/** Stores a batch and, when it fails, its halves, so that only the failing draft is rejected. */
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
 * Takes the next batch from the queue, in order of arrival. A second draft with the same id stays in the
 * queue and finds the stored message later.
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

/** Runs one transaction at a time; drafts that arrive meanwhile form the next batch. */
export function createBatcher(store: StoreBatch): Batcher {
  const queue: Waiting[] = [];
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    // Includes drafts that arrive in the same turn of the event loop.
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
