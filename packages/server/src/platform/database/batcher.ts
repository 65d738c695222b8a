import { err, type Result } from '../result.ts';
import { isDatabaseUnavailable, isLockTimeout } from './unavailable.ts';

/** Maximum number of items stored in one transaction. */
const MAX_BATCH_SIZE = 200;
/** Maximum number of queued items; further items are refused as `unavailable`. */
const MAX_QUEUE_LENGTH = 10_000;

/**
 * Time in ms for which a batch may wait for a lock. All other items wait as long, so it is shorter than the lock timeout
 * of other transactions.
 */
export const BATCH_LOCK_TIMEOUT_MS = 1_000;
/** How many times shorter this time is for the parts of a batch that waited too long. */
const PART_LOCK_TIMEOUT_DIVISOR = 10;
/** Time in ms after the first lock timeout in which parts are still split to find the locked items. */
const SPLIT_TIME_MS = 1_000;

export interface Batcher<Item, Outcome> {
  /**
   * Stores an item together with others that arrive at the same time. Rejects when the database fails; it is then
   * unknown whether the item was stored.
   */
  store(item: Item): Promise<Outcome | Result<never, 'unavailable'>>;
  /** Resolves once all queued items are stored or refused. */
  settled(): Promise<void>;
}

/**
 * Stores a batch and returns one outcome per item, in the order of the items. Rejects when a lock is not free within
 * `lockTimeoutMs`.
 */
export type StoreBatch<Item, Outcome> = (
  items: readonly Item[],
  lockTimeoutMs: number,
) => Promise<readonly Outcome[]>;

/** A queued item with the callbacks that settle its promise. */
interface QueuedItem<Item, Outcome> {
  readonly item: Item;
  readonly done: PromiseWithResolvers<Outcome>;
}

/**
 * Stores a batch. When storing fails although the database is available, or waits too long for a lock, stores each half
 * separately, so that only the items at fault are rejected. A part that waits for a lock after `splitUntil`, by the
 * clock of `performance`, is rejected whole: when many items need locked rows, the next batch must not wait for them.
 */
async function storeAndSettle<Item, Outcome>(
  store: StoreBatch<Item, Outcome>,
  batch: readonly QueuedItem<Item, Outcome>[],
  lockTimeoutMs: number,
  splitUntil: number | null = null,
): Promise<void> {
  try {
    const outcomes = await store(
      batch.map(({ item }) => item),
      splitUntil === null ? lockTimeoutMs : lockTimeoutMs / PART_LOCK_TIMEOUT_DIVISOR,
    );
    for (const [index, { done }] of batch.entries()) done.resolve(outcomes[index] as Outcome);
  } catch (error) {
    const isLocked = isLockTimeout(error);
    const mayBeSplit = isLocked
      ? splitUntil === null || performance.now() < splitUntil
      : !isDatabaseUnavailable(error);
    if (batch.length === 1 || !mayBeSplit) {
      for (const { done } of batch) done.reject(error);
      return;
    }
    const halfLength = batch.length >> 1;
    const splitHalvesUntil = isLocked
      ? (splitUntil ?? performance.now() + SPLIT_TIME_MS)
      : splitUntil;
    await storeAndSettle(store, batch.slice(0, halfLength), lockTimeoutMs, splitHalvesUntil);
    await storeAndSettle(store, batch.slice(halfLength), lockTimeoutMs, splitHalvesUntil);
  }
}

/**
 * Removes the next batch from the queue, in order of arrival. Of two items with the same key the second stays in the
 * queue for a later batch, in which the store already has the first one.
 */
function takeBatch<Item, Outcome>(
  queue: QueuedItem<Item, Outcome>[],
  keyOf: (item: Item) => string,
): QueuedItem<Item, Outcome>[] {
  const keys = new Set<string>();
  const batch: QueuedItem<Item, Outcome>[] = [];
  const postponedItems: QueuedItem<Item, Outcome>[] = [];
  let examinedCount = 0;
  for (const queuedItem of queue) {
    if (batch.length === MAX_BATCH_SIZE) break;
    examinedCount += 1;
    const key = keyOf(queuedItem.item);
    if (keys.has(key)) postponedItems.push(queuedItem);
    else batch.push(queuedItem);
    keys.add(key);
  }
  queue.splice(0, examinedCount, ...postponedItems);
  return batch;
}

/**
 * Stores one batch at a time; items that arrive meanwhile form the next batch. Many requests then share one
 * transaction, and so wait for the disk and for locks only once.
 * @param keyOf items with the same key are never stored in one batch
 * @param lockTimeoutMs time for which a batch may wait for a lock
 */
export function createBatcher<Item, Outcome>(
  store: StoreBatch<Item, Outcome>,
  keyOf: (item: Item) => string,
  lockTimeoutMs = BATCH_LOCK_TIMEOUT_MS,
): Batcher<Item, Outcome> {
  const queue: QueuedItem<Item, Outcome>[] = [];
  let storing: Promise<void> | null = null;

  async function storeBatches(): Promise<void> {
    // Items that arrive in the same turn of the event loop join the batch.
    await new Promise(setImmediate);
    while (queue.length > 0) {
      await storeAndSettle(store, takeBatch(queue, keyOf), lockTimeoutMs);
    }
    storing = null;
  }

  return {
    store: async (item) => {
      if (queue.length >= MAX_QUEUE_LENGTH) return err('unavailable');
      const outcome = Promise.withResolvers<Outcome>();
      queue.push({ item, done: outcome });
      storing ??= storeBatches();
      return outcome.promise;
    },
    settled: async () => {
      while (storing) await storing;
    },
  };
}
