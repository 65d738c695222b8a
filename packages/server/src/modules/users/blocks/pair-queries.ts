import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { blockLockKey } from './block-store.ts';

/** Two people; the lower uid is first. */
export interface AccountPair {
  readonly lowId: string;
  readonly highId: string;
}

const placeholder = sql.placeholder;

const lockPairsStatement = compileStatement<{ uid: string }>(
  sql`WITH people AS MATERIALIZED (
      SELECT uid, deleted_at IS NULL AND suspended_at IS NULL AS active FROM users
      WHERE uid = ANY (${placeholder('lows')}::uuid[] || ${placeholder('highs')}::uuid[])
      ORDER BY uid FOR KEY SHARE
    ), turns AS MATERIALIZED (
      SELECT pg_advisory_xact_lock_shared(turn) FROM (
        SELECT DISTINCT ${blockLockKey(sql`low`, sql`high`)} AS turn
        FROM unnest(${placeholder('lows')}::uuid[], ${placeholder('highs')}::uuid[]) AS pair (low, high)
        ORDER BY turn) AS sorted
      -- After the accounts: the lock order of all modules.
      WHERE (SELECT count(*) FROM people) >= 0
    )
    SELECT uid FROM people WHERE active AND (SELECT count(*) FROM turns) >= 0`,
  'lock pairs',
);

/**
 * Does the same as `lockOpenAccounts` and `lockUnblockedPair` for many pairs in one statement: until the transaction of
 * `connection` ends, no account of these people is closed and no block is set between the people of a pair. Read
 * existing blocks with a later statement, by `blockBetween`.
 * @returns the uids of open accounts without a suspension
 */
export async function lockPairs(
  connection: Queryable,
  pairs: readonly AccountPair[],
): Promise<ReadonlySet<string>> {
  const rows = await lockPairsStatement(connection, {
    lows: pairs.map(({ lowId }) => lowId),
    highs: pairs.map(({ highId }) => highId),
  });
  return new Set(rows.map(({ uid }) => uid));
}

/** SQL condition: person `firstUid` has blocked person `secondUid` or the other way round. */
export function blockBetween(firstUid: SQL, secondUid: SQL): SQL<boolean> {
  // Two EXISTS, because PostgreSQL does not use the primary key for one EXISTS with OR.
  return sql<boolean>`(EXISTS (SELECT FROM user_blocks b
      WHERE b.blocker_id = ${firstUid} AND b.blocked_id = ${secondUid})
    OR EXISTS (SELECT FROM user_blocks b WHERE b.blocker_id = ${secondUid} AND b.blocked_id = ${firstUid}))`;
}
