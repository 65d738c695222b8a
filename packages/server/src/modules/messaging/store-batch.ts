import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../platform/database/pool.ts';
import type { Queryable } from '../../platform/database/prepared.ts';
import { inSteps } from '../../platform/database/steps.ts';
import { isRetryable, isUniqueViolation } from '../../platform/database/unavailable.ts';
import type { EnqueueAll } from '../../platform/jobs/index.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Meter } from '../../ports/meter.ts';
import { keepPairs } from '../users/index.ts';
import {
  batchSettings,
  findStored,
  lockInboxes,
  readFacts,
  writeBatch,
} from './batch-statements.ts';
import { type Numbered, numberDrafts, type Outcome } from './number-drafts.ts';
import { type Draft, pairKey, pairOf } from './stored-message.ts';
import type { MessagingTasks } from './tasks.ts';
import { noticeJobs } from './tasks.ts';

export interface StoreBatchDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly ids: Ids;
  readonly enqueueAll: EnqueueAll<MessagingTasks>;
  /** Counts what is stored; nobody unless told. */
  readonly meter?: Meter;
}

const RETRIES = 3;

/** The pairs whose two are both in good standing, each once. */
function pairsOf(drafts: readonly Draft[], standing: ReadonlySet<string> | null) {
  const open = drafts.filter(
    ({ senderId, receiverId }) => !standing || (standing.has(senderId) && standing.has(receiverId)),
  );
  const pairs = open
    .filter(({ senderId, receiverId }) => senderId !== receiverId)
    .map(
      ({ senderId, receiverId }) =>
        [pairKey(senderId, receiverId), pairOf(senderId, receiverId)] as const,
    );
  return [...new Map(pairs).values()];
}

async function decide(
  connection: Queryable,
  drafts: readonly Draft[],
  newId: () => string,
): Promise<Numbered> {
  const standing = await keepPairs(connection, pairsOf(drafts, null));
  const pairs = pairsOf(drafts, standing);
  const uids = [...new Set(pairs.flatMap(({ lowId, highId }) => [lowId, highId]))];
  const ids = drafts.map(({ id }) => id);
  if (pairs.length === 0) {
    // Nobody can send; what was stored before is told of all the same.
    const earlier = await findStored(connection, ids);
    return numberDrafts(drafts, { pairs: new Map(), inboxes: new Map(), earlier, now: 0 }, newId);
  }
  const inboxes = await lockInboxes(connection, uids);
  const facts = await readFacts(connection, pairs, ids);
  return numberDrafts(drafts, { ...facts, inboxes }, newId);
}

/**
 * Stores a batch of drafts of different ids in one transaction and answers the outcome of each, in
 * their order. Locks are taken as everywhere: people, what stands between two, then inboxes; so what
 * is decided still holds when it is written. Several nodes may store at once.
 */
export const storeBatch =
  ({ database, ids, enqueueAll, meter }: StoreBatchDeps) =>
  async (drafts: readonly Draft[]): Promise<readonly Outcome[]> => {
    const work = async (connection: Queryable) => {
      const batch = await decide(connection, drafts, () => ids.uuid());
      if (batch.stored.length > 0) await writeBatch(connection, batch);
      await enqueueAll(connection, batch.unread.flatMap(noticeJobs));
      return batch;
    };
    for (let attempt = 0; ; attempt += 1) {
      try {
        const { outcomes, stored } = await inSteps(database.pool, work, batchSettings);
        meter?.count('guilda_messages_stored_total', {}, stored.length);
        return outcomes;
      } catch (error) {
        // Somebody else stored under the same id, or opened the same conversation, just before.
        const again = isRetryable(error) || isUniqueViolation(error);
        if (!again || attempt >= RETRIES) throw error;
        await delay(5 * (attempt + 1));
      }
    }
  };
