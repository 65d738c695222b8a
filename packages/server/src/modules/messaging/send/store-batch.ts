import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Db } from '../../../platform/database/pool.ts';
import type { Queryable } from '../../../platform/database/prepared.ts';
import { lockTimeoutSetting, runTransaction } from '../../../platform/database/run-transaction.ts';
import { connectionOf } from '../../../platform/database/transaction-connection.ts';
import { isRetryable, isUniqueViolation } from '../../../platform/database/unavailable.ts';
import type { EnqueueAll } from '../../../platform/jobs/index.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { Meter } from '../../../ports/meter.ts';
import { lockPairs } from '../../users/index.ts';
import { type MessageDraft, pairKey, pairOf, type StoredMessage } from '../stored-message.ts';
import type { MessagingTasks } from '../tasks.ts';
import { jobsForAlert } from '../tasks.ts';
import {
  applyBatchSettings,
  batchTransactionSettings,
  findStoredMessages,
  lockInboxes,
  readBatchState,
  writeBatch,
} from './batch-queries.ts';
import { type DraftOutcome, type NumberedBatch, numberDrafts } from './number-drafts.ts';

export interface StoreBatchDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly ids: Ids;
  readonly enqueueAll: EnqueueAll<MessagingTasks>;
  /** Counts stored messages; without a meter nothing is counted. */
  readonly meter?: Meter;
}

const MAX_RETRIES = 3;

/**
 * The distinct pairs of sender and receiver in the drafts. With `activeUids`, only the pairs whose two accounts are in
 * that set.
 */
function distinctPairsOf(drafts: readonly MessageDraft[], activeUids: ReadonlySet<string> | null) {
  const activeDrafts = drafts.filter(
    ({ senderId, receiverId }) =>
      !activeUids || (activeUids.has(senderId) && activeUids.has(receiverId)),
  );
  const pairs = activeDrafts
    .filter(({ senderId, receiverId }) => senderId !== receiverId)
    .map(
      ({ senderId, receiverId }) =>
        [pairKey(senderId, receiverId), pairOf(senderId, receiverId)] as const,
    );
  return [...new Map(pairs).values()];
}

/** Locks accounts, pairs and inboxes of the drafts, in this order, and numbers the drafts. */
async function lockAndNumberDrafts(
  connection: Queryable,
  drafts: readonly MessageDraft[],
  newId: () => string,
): Promise<NumberedBatch> {
  const activeUids = await lockPairs(connection, distinctPairsOf(drafts, null));
  const pairs = distinctPairsOf(drafts, activeUids);
  const uids = [...new Set(pairs.flatMap(({ lowId, highId }) => [lowId, highId]))];
  const ids = drafts.map(({ id }) => id);
  if (pairs.length === 0) {
    // No draft has two different, active accounts, so nothing new is stored. A draft that was stored by an earlier
    // request is answered with its stored message.
    const replays = await findStoredMessages(connection, ids);
    return numberDrafts(drafts, { pairs: new Map(), inboxes: new Map(), replays, now: 0 }, newId);
  }
  const inboxes = await lockInboxes(connection, uids);
  const batchState = await readBatchState(connection, pairs, ids);
  return numberDrafts(drafts, { ...batchState, inboxes }, newId);
}

/** Stores drafts with different ids in the transaction of `connection`, without jobs. */
async function storeDrafts(
  connection: Queryable,
  drafts: readonly MessageDraft[],
  ids: Ids,
): Promise<NumberedBatch> {
  const batch = await lockAndNumberDrafts(connection, drafts, () => ids.uuid());
  if (batch.stored.length > 0) await writeBatch(connection, batch);
  return batch;
}

/**
 * Stores one message that Guilda writes in the sender's name, in the caller's transaction. Returns null and stores
 * nothing when the sender may not write to the receiver. A transaction that takes other locks must first lock both
 * accounts, then the pair that they form (`lockPairs`). The caller must notify the receiver, because no job does.
 */
export async function storeSystemMessage(
  tx: Db,
  ids: Ids,
  message: Pick<MessageDraft, 'senderId' | 'receiverId' | 'message'>,
): Promise<StoredMessage | null> {
  const connection = connectionOf(tx);
  await applyBatchSettings(connection);
  const draft: MessageDraft = { ...message, id: ids.uuid(), origin: '', system: true };
  const { stored } = await storeDrafts(connection, [draft], ids);
  return stored[0]?.entry ?? null;
}

/**
 * Stores a batch of drafts with different ids in one transaction and returns one outcome per draft, in the order of the
 * drafts. Lock order: accounts, pairs, inboxes. Several nodes may store batches concurrently. Rejects when a lock is not
 * free within `lockTimeoutMs`.
 */
export const storeBatch =
  ({ database, ids, enqueueAll, meter }: StoreBatchDeps) =>
  async (
    drafts: readonly MessageDraft[],
    lockTimeoutMs: number,
  ): Promise<readonly DraftOutcome[]> => {
    const settings = [...batchTransactionSettings, lockTimeoutSetting(lockTimeoutMs)];
    const work = async (connection: Queryable) => {
      const batch = await storeDrafts(connection, drafts, ids);
      await enqueueAll(connection, batch.alerts.flatMap(jobsForAlert));
      return batch;
    };
    for (let attempt = 0; ; attempt += 1) {
      try {
        const { outcomes, stored } = await runTransaction(database.pool, work, settings);
        meter?.count('guilda_messages_stored_total', {}, stored.length);
        return outcomes;
      } catch (error) {
        // A unique violation means that a concurrent transaction has used the same message id or created the same
        // conversation.
        const canRetry = isRetryable(error) || isUniqueViolation(error);
        if (!canRetry || attempt >= MAX_RETRIES) throw error;
        await delay(5 * (attempt + 1));
      }
    }
  };
