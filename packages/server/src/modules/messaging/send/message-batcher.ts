import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import { err, type Result } from '../../../platform/result.ts';
import type { MessageDraft } from '../stored-message.ts';
import type { DraftOutcome } from './number-drafts.ts';

/** Maximum number of drafts stored in one transaction. */
const MAX_BATCH_SIZE = 200;
/** Maximum number of queued drafts; further drafts are refused as `unavailable`. */
const MAX_QUEUE_LENGTH = 10_000;

export interface MessageBatcher {
  /**
   * Stores a draft together with others that arrive at the same time. Rejects when the database fails; it is then
   * unknown whether the draft was stored, and sending it again is safe.
   */
  store(draft: MessageDraft): Promise<DraftOutcome | Result<never, 'unavailable'>>;
  /** Resolves once all queued drafts are stored or refused. */
  settled(): Promise<void>;
}

/** Stores a batch and returns one outcome per draft, in the order of the drafts. */
export type StoreBatch = (drafts: readonly MessageDraft[]) => Promise<readonly DraftOutcome[]>;

/** A queued draft with the callbacks that settle its promise. */
interface WaitingDraft {
  readonly draft: MessageDraft;
  readonly done: PromiseWithResolvers<DraftOutcome>;
}

/** Stores a batch. When that fails, stores each half separately, so that only the drafts at fault are rejected. */
async function storeAndSettle(store: StoreBatch, batch: readonly WaitingDraft[]): Promise<void> {
  try {
    const outcomes = await store(batch.map(({ draft }) => draft));
    for (const [index, { done }] of batch.entries()) done.resolve(outcomes[index] as DraftOutcome);
  } catch (error) {
    if (batch.length === 1 || isDatabaseUnavailable(error)) {
      for (const { done } of batch) done.reject(error);
      return;
    }
    const half = batch.length >> 1;
    await storeAndSettle(store, batch.slice(0, half));
    await storeAndSettle(store, batch.slice(half));
  }
}

/**
 * Removes the next batch from the queue, in order of arrival. Of two drafts with the same id the second stays in the
 * queue and is answered later with the stored message.
 */
function takeBatch(queue: WaitingDraft[]): WaitingDraft[] {
  const ids = new Set<string>();
  const batch: WaitingDraft[] = [];
  const postponed: WaitingDraft[] = [];
  let looked = 0;
  for (const one of queue) {
    if (batch.length === MAX_BATCH_SIZE) break;
    looked += 1;
    if (ids.has(one.draft.id)) postponed.push(one);
    else batch.push(one);
    ids.add(one.draft.id);
  }
  queue.splice(0, looked, ...postponed);
  return batch;
}

/** Stores one batch at a time; drafts that arrive meanwhile form the next batch. */
export function createMessageBatcher(store: StoreBatch): MessageBatcher {
  const queue: WaitingDraft[] = [];
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    // Waits so that drafts arriving in the same turn of the event loop join the batch.
    await new Promise(setImmediate);
    while (queue.length > 0) {
      await storeAndSettle(store, takeBatch(queue));
    }
    working = null;
  }

  return {
    store: async (draft) => {
      if (queue.length >= MAX_QUEUE_LENGTH) return err('unavailable');
      const done = Promise.withResolvers<DraftOutcome>();
      queue.push({ draft, done });
      working ??= work();
      return done.promise;
    },
    settled: async () => {
      while (working) await working;
    },
  };
}
