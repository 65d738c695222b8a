import type { Database } from '../../platform/database/pool.ts';
import type { Timers } from '../../ports/timers.ts';
import { addSentBytes, type SentBytes } from './download-store.ts';

/** Interval in ms at which collected counts are stored in one statement. */
const STORE_INTERVAL_MS = 5_000;
/**
 * Maximum number of counts in one statement. As soon as that many are collected, they are stored without waiting for
 * the interval.
 */
const MAX_COUNTS_PER_STATEMENT = 500;
/** Maximum number of collected counts in memory. Further counts are dropped while the database cannot be reached. */
const MAX_WAITING_COUNTS = 20_000;

export interface SentBytesCounterDeps {
  readonly database: Pick<Database, 'db'>;
  readonly timers: Pick<Timers, 'after'>;
  readonly log: { warn(facts: Record<string, unknown>, message: string): void };
}

export interface SentBytesCounter {
  /** Counts one response to the buyer of a pack; `bytes` is null when the file storage sent the bytes. Never fails. */
  count(file: Pick<SentBytes, 'orderId' | 'archiveId' | 'kind'>, bytes: number | null): void;
  /**
   * Stores the collected counts. Rejects when the database cannot be reached; the counts then stay in memory for the
   * next attempt.
   */
  store(): Promise<void>;
}

/**
 * Counts the bytes that buyers download, for evidence (`docs/product/evidence.md`). A video is sent in hundreds of
 * small responses, therefore counts are added up in memory and stored every few seconds. A process that is killed loses
 * the counts of those seconds.
 */
export function createSentBytesCounter(deps: SentBytesCounterDeps): SentBytesCounter {
  const waitingCounts = new Map<string, SentBytes>();
  let cancelTimer: (() => void) | null = null;

  function add(row: SentBytes): void {
    const key = `${row.orderId} ${row.archiveId} ${row.kind}`;
    const previousCounts = waitingCounts.get(key);
    if (!previousCounts && waitingCounts.size >= MAX_WAITING_COUNTS) return;
    waitingCounts.set(key, {
      ...row,
      requests: row.requests + (previousCounts?.requests ?? 0),
      redirects: row.redirects + (previousCounts?.redirects ?? 0),
      bytes: row.bytes + (previousCounts?.bytes ?? 0),
    });
  }

  function takeBatch(): SentBytes[] {
    const batch = [...waitingCounts].slice(0, MAX_COUNTS_PER_STATEMENT);
    for (const [key] of batch) waitingCounts.delete(key);
    // The counts are sorted, so that two processes that store the same rows cannot deadlock.
    return batch.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  }

  async function store(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      try {
        await addSentBytes(deps.database.db, batch);
      } catch (error) {
        for (const row of batch) add(row);
        schedule();
        throw error;
      }
    }
  }

  function storeInBackground(): void {
    store().catch((error: unknown) =>
      deps.log.warn({ err: error }, 'storing what was downloaded is postponed'),
    );
  }

  function schedule(): void {
    cancelTimer ??= deps.timers.after(STORE_INTERVAL_MS, () => {
      cancelTimer = null;
      storeInBackground();
    });
  }

  return {
    count(file, bytes) {
      const redirects = bytes === null ? 1 : 0;
      add({ ...file, requests: 1, redirects, bytes: bytes ?? 0 });
      if (waitingCounts.size === MAX_COUNTS_PER_STATEMENT) storeInBackground();
      else schedule();
    },
    store,
  };
}
