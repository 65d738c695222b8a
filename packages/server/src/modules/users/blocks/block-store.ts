import { limits } from '@guilda/contract/limits';
import type { Cursor } from '../../../platform/cursor.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { and, desc, eq, or, type SQL, sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import { type AuthorRow, authorColumns } from '../author-columns.ts';
import { users } from '../users-table.ts';
import { userBlocks } from './user-blocks-table.ts';

/** A block of one person by another person. */
export interface UserBlock {
  readonly blockerId: string;
  readonly blockedId: string;
}

/** Condition on `user_blocks`: a block of one person by the other. */
const isBlockBy = (blockerUid: string, blockedUid: string): SQL | undefined =>
  and(eq(userBlocks.blockerId, blockerUid), eq(userBlocks.blockedId, blockedUid));

/** Condition on `user_blocks`: a block between two people in either direction. */
function isBlockBetween(firstUid: string, secondUid: string): SQL | undefined {
  return or(isBlockBy(firstUid, secondUid), isBlockBy(secondUid, firstUid));
}

/**
 * Whether either of two people has blocked the other. In a transaction use `lockUnblockedPair` instead, which prevents
 * a new block until the commit.
 */
export async function isBlockedBetween(
  db: Db,
  firstUid: string,
  secondUid: string,
): Promise<boolean> {
  if (firstUid === secondUid) return false;
  const rows = await db
    .select({ blockerId: userBlocks.blockerId })
    .from(userBlocks)
    .where(isBlockBetween(firstUid, secondUid))
    .limit(1);
  return rows.length > 0;
}

/**
 * Advisory lock key of two people. The lock is shared for actions between these people and exclusive for setting a
 * block.
 */
export const blockLockKey = (
  firstUid: string | SQL,
  secondUid: string | SQL,
): SQL => sql`hashtextextended('guilda block '
  || least(${firstUid}::uuid, ${secondUid}::uuid) || greatest(${firstUid}::uuid, ${secondUid}::uuid), 0)`;

/**
 * Prevents a block between two people until `tx` ends; false when there is one already. A concurrent request to block
 * waits until `tx` has ended.
 */
export async function lockUnblockedPair(
  tx: Db,
  firstUid: string,
  secondUid: string,
): Promise<boolean> {
  // The lock is taken by a separate statement, so that the next statement sees what was committed while this one
  // waited.
  await tx.execute(sql`SELECT pg_advisory_xact_lock_shared(${blockLockKey(firstUid, secondUid)})`);
  return !(await isBlockedBetween(tx, firstUid, secondUid));
}

/** Outcome of inserting a block; `full`: the person already blocks `limits.blocks` people. */
export type BlockInsertOutcome = 'inserted' | 'exists' | 'full';

/**
 * Inserts a block after all transactions that have locked the pair have ended; an existing block stays unchanged. Blocks
 * by one person are inserted one after the other, so that each counts those before it.
 */
export async function insertBlock(
  tx: Db,
  { blockerId, blockedId }: UserBlock,
): Promise<BlockInsertOutcome> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('guilda blocks by ' || ${blockerId}::uuid, 0))`,
  );
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${blockLockKey(blockerId, blockedId)})`);
  // Uses `databaseNow`, because `now()` would be the start of the transaction, before it waited for the lock.
  const { rows } = await tx.execute<{ isInserted: boolean; isFull: boolean }>(
    sql`WITH earlier AS MATERIALIZED (
        SELECT count(*) >= ${limits.blocks} AS full, coalesce(bool_or(blocked_id = ${blockedId}::uuid), false) AS exists
        FROM user_blocks WHERE blocker_id = ${blockerId}::uuid
      ), inserted AS (
        INSERT INTO user_blocks (blocker_id, blocked_id, created_at)
        SELECT ${blockerId}::uuid, ${blockedId}::uuid, ${databaseNow} FROM earlier WHERE NOT earlier.full
        ON CONFLICT DO NOTHING RETURNING 1
      )
      SELECT EXISTS (SELECT FROM inserted) AS "isInserted", earlier.full AND NOT earlier.exists AS "isFull" FROM earlier`,
  );
  const [row] = rows;
  if (row?.isFull) return 'full';
  return row?.isInserted ? 'inserted' : 'exists';
}

/** Deletes a block; false when there was none. */
export async function deleteBlock(db: Db, { blockerId, blockedId }: UserBlock): Promise<boolean> {
  const rows = await db
    .delete(userBlocks)
    .where(isBlockBy(blockerId, blockedId))
    .returning({ blockedId: userBlocks.blockedId });
  return rows.length > 0;
}

/** Deletes all blocks by a person and of a person, in the transaction that closes the account. */
export async function deleteBlocksOf(tx: Db, uid: string): Promise<void> {
  await tx
    .delete(userBlocks)
    .where(or(eq(userBlocks.blockerId, uid), eq(userBlocks.blockedId, uid)));
}

export interface BlockedRow extends AuthorRow {
  /** Time of the block as text from the database, for the cursor. */
  readonly key: string;
}

/** The people whom a person has blocked, latest block first; `limit + 1` rows when another page follows. */
export async function listBlocks(
  db: Db,
  blockerId: string,
  { limit, after }: { readonly limit: number; readonly after: Cursor | null },
): Promise<BlockedRow[]> {
  const cursorCondition = after
    ? sql`(${userBlocks.createdAt}, ${userBlocks.blockedId})
        < (${after.key}::timestamptz, ${after.id}::uuid)`
    : undefined;
  return db
    .select({
      ...authorColumns,
      key: timeText(userBlocks.createdAt),
    })
    .from(userBlocks)
    .innerJoin(users, eq(users.uid, userBlocks.blockedId))
    .where(and(eq(userBlocks.blockerId, blockerId), cursorCondition))
    .orderBy(desc(userBlocks.createdAt), desc(userBlocks.blockedId))
    .limit(limit + 1);
}
