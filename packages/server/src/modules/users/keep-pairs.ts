import { type SQL, sql } from 'drizzle-orm';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import { turnOf } from './block-store.ts';

/** Two people, the lesser uid first. */
export interface Pair {
  readonly lowId: string;
  readonly highId: string;
}

const given = sql.placeholder;

const keep = compileStatement<{ uid: string }>(
  sql`WITH people AS MATERIALIZED (
      SELECT uid, deleted_at IS NULL AND suspended_at IS NULL AS standing FROM users
      WHERE uid = ANY (${given('lows')}::uuid[] || ${given('highs')}::uuid[])
      ORDER BY uid FOR KEY SHARE
    ), turns AS MATERIALIZED (
      SELECT pg_advisory_xact_lock_shared(turn) FROM (
        SELECT DISTINCT ${turnOf(sql`low`, sql`high`)} AS turn
        FROM unnest(${given('lows')}::uuid[], ${given('highs')}::uuid[]) AS pair (low, high)
        ORDER BY turn) AS sorted
      -- After the people, as everyone else takes the two.
      WHERE (SELECT count(*) FROM people) >= 0
    )
    SELECT uid FROM people WHERE standing AND (SELECT count(*) FROM turns) >= 0`,
  'keep pairs',
);

/**
 * What `keepAccounts` and `keepUnblocked` do for one pair, for many at once: until the transaction of
 * `connection` ends, none of these accounts closes, and no block comes between the two of a pair.
 * Whether one stands already is to be asked by a later statement, with `blockBetween`.
 * @returns those whose accounts are there and in good standing
 */
export async function keepPairs(
  connection: Queryable,
  pairs: readonly Pair[],
): Promise<ReadonlySet<string>> {
  const rows = await keep(connection, {
    lows: pairs.map(({ lowId }) => lowId),
    highs: pairs.map(({ highId }) => highId),
  });
  return new Set(rows.map(({ uid }) => uid));
}

/** The condition that a block stands between two people, whoever set it. */
export function blockBetween(a: SQL, b: SQL): SQL<boolean> {
  // Twice, as one with OR would not be looked up by its key.
  return sql<boolean>`(EXISTS (SELECT FROM user_blocks b
      WHERE b.blocker_id = ${a} AND b.blocked_id = ${b})
    OR EXISTS (SELECT FROM user_blocks b WHERE b.blocker_id = ${b} AND b.blocked_id = ${a}))`;
}
