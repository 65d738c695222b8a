import type { RecordAccess } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { plainAddress } from '../../platform/limits/address.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Timers } from '../../ports/timers.ts';
import { type AccessRecord, formatAccessRecords } from './access-record.ts';
import { insertAccessRecordBatch } from './access-record-store.ts';
import type { AccessRecordBatch } from './access-record-tables.ts';
import { encryptText } from './encrypt-records.ts';

/** Interval in ms at which collected records are stored in one batch. */
const STORE_INTERVAL_MS = 5_000;
/**
 * Maximum number of records in one batch. As soon as that many are collected, they are stored without waiting for the
 * interval. The number is large because each encryption takes more than a millisecond.
 */
export const ACCESS_RECORD_BATCH_SIZE = 4_000;
/**
 * Maximum number of collected records in memory, about 4 MB. Further records are dropped while the database cannot be
 * reached.
 */
const MAX_WAITING_RECORDS = 20_000;

export interface AccessRecorderDeps {
  readonly database: Pick<Database, 'db'>;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly timers: Pick<Timers, 'after'>;
  readonly log: { warn(facts: Record<string, unknown>, message: string): void };
  /** Public keys whose owners can open the records; without a key nothing is recorded. */
  readonly accessRecordRecipients: readonly string[];
}

export interface AccessRecorder {
  readonly record: RecordAccess;
  /**
   * Stores the collected records. Rejects when the database cannot be reached; the records then stay in memory for the
   * next attempt.
   */
  store(): Promise<void>;
}

/**
 * Collects the access records of this node (docs/product/privacy.md). Requests only append to a list in memory; every
 * few seconds the list is encrypted as a whole and stored in one row. A process that is killed loses the records of
 * those seconds.
 */
export function createAccessRecorder(deps: AccessRecorderDeps): AccessRecorder {
  const waitingRecords: AccessRecord[] = [];
  /**
   * The encrypted batch to store next; null when there is none. After a failed attempt the batch keeps its id, because
   * the database may have stored it all the same, and a second attempt must not store it twice.
   */
  let encryptedBatch: AccessRecordBatch | null = null;
  let lostCount = 0;
  let runningStore: Promise<void> | null = null;
  let cancelTimer: (() => void) | null = null;

  async function sealNext(): Promise<AccessRecordBatch | null> {
    const records = waitingRecords.slice(0, ACCESS_RECORD_BATCH_SIZE);
    const [first] = records;
    if (!first) return null;
    const times = records.map(({ at }) => Date.parse(at));
    const sealed = await encryptText(formatAccessRecords(records), deps.accessRecordRecipients);
    waitingRecords.splice(0, records.length);
    const [firstAt, lastAt] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
    return { id: deps.ids.uuid(), firstAt, lastAt, sealed };
  }

  async function storeAll(): Promise<void> {
    for (;;) {
      encryptedBatch ??= await sealNext();
      if (!encryptedBatch) return;
      await insertAccessRecordBatch(deps.database.db, encryptedBatch);
      encryptedBatch = null;
      if (lostCount > 0)
        deps.log.warn({ lost: lostCount }, 'access records were lost while none could be stored');
      lostCount = 0;
    }
  }

  function store(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    runningStore ??= storeAll().finally(() => {
      runningStore = null;
      if (waitingRecords.length > 0 || encryptedBatch) schedule();
    });
    return runningStore;
  }

  function storeInBackground(): void {
    store().catch((error: unknown) =>
      deps.log.warn({ err: error }, 'storing access records is postponed'),
    );
  }

  function schedule(): void {
    cancelTimer ??= deps.timers.after(STORE_INTERVAL_MS, storeInBackground);
  }

  function record({ uid, kind, client }: Parameters<RecordAccess>[0]): void {
    if (waitingRecords.length >= MAX_WAITING_RECORDS) {
      lostCount += 1;
      return;
    }
    const at = deps.clock.now().toISOString();
    waitingRecords.push({
      at,
      uid,
      kind,
      address: plainAddress(client.address),
      port: client.port,
    });
    if (waitingRecords.length === ACCESS_RECORD_BATCH_SIZE) storeInBackground();
    else schedule();
  }

  const isRecordingEnabled = deps.accessRecordRecipients.length > 0;
  return { record: isRecordingEnabled ? record : () => undefined, store };
}
