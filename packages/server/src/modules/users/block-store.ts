import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Cursor } from '../../platform/cursor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { timeText } from '../../platform/database/time-text.ts';
import { userBlocks } from './user-blocks-table.ts';
import { users } from './users-table.ts';
import { type AuthorRow, authorColumns } from './view.ts';

/** The block of one person by another. */
export interface Block {
  readonly blockerId: string;
  readonly blockedId: string;
}

/** Both directions of a pair. */
function between(a: string, b: string): SQL | undefined {
  const direction = (blocker: string, blocked: string) =>
    and(eq(userBlocks.blockerId, blocker), eq(userBlocks.blockedId, blocked));
  return or(direction(a, b), direction(b, a));
}

/**
 * Whether a block stands between two people now, whoever set it (`product §3`). For what one does
 * towards the other; inside a transaction `keepUnblocked` also holds the answer until its end.
 */
export async function isBlockedBetween(db: Db, a: string, b: string): Promise<boolean> {
  if (a === b) return false;
  const rows = await db
    .select({ blockerId: userBlocks.blockerId })
    .from(userBlocks)
    .where(between(a, b))
    .limit(1);
  return rows.length > 0;
}

/** What everyone who counts on a pair, or comes between it, takes a turn at. */
export const turnOf = (
  a: string | SQL,
  b: string | SQL,
): SQL => sql`hashtextextended('guilda block '
  || least(${a}::uuid, ${b}::uuid) || greatest(${a}::uuid, ${b}::uuid), 0)`;

/**
 * Keeps blocks from coming between two people until `tx` ends; false when one stands already. What
 * one does towards the other and a block at the same moment thus come one after the other.
 */
export async function keepUnblocked(tx: Db, a: string, b: string): Promise<boolean> {
  // A statement of its own: the next one sees what was done while this one waited.
  await tx.execute(sql`SELECT pg_advisory_xact_lock_shared(${turnOf(a, b)})`);
  return !(await isBlockedBetween(tx, a, b));
}

/** Sets a block after everything that counts on there being none has ended; set already, it stays. */
export async function insertBlock(tx: Db, { blockerId, blockedId }: Block): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${turnOf(blockerId, blockedId)})`);
  // The database's clock: the transaction's own time would be that before the wait.
  await tx
    .insert(userBlocks)
    .values({ blockerId, blockedId, createdAt: sql`clock_timestamp()` })
    .onConflictDoNothing();
}

export async function deleteBlock(db: Db, { blockerId, blockedId }: Block): Promise<void> {
  await db
    .delete(userBlocks)
    .where(and(eq(userBlocks.blockerId, blockerId), eq(userBlocks.blockedId, blockedId)));
}

/** Takes away every block a person set or met, in the transaction that closes the account. */
export async function forgetBlocksOf(tx: Db, uid: string): Promise<void> {
  await tx
    .delete(userBlocks)
    .where(or(eq(userBlocks.blockerId, uid), eq(userBlocks.blockedId, uid)));
}

export interface BlockedRow extends AuthorRow {
  /** When they were blocked, as the database prints it. */
  readonly key: string;
}

/** Whom a person has blocked, the last first: `limit` of them, and one more when there are more. */
export async function listBlocks(
  db: Db,
  blockerId: string,
  { limit, after }: { readonly limit: number; readonly after: Cursor | null },
): Promise<BlockedRow[]> {
  const past = after
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
    .where(and(eq(userBlocks.blockerId, blockerId), past))
    .orderBy(desc(userBlocks.createdAt), desc(userBlocks.blockedId))
    .limit(limit + 1);
}
