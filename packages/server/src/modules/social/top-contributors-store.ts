import { limits } from '@guilda/contract/limits';
import type { Db } from '../../platform/database/pool.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { isListedUser, users } from '../users/index.ts';
import { comments, posts } from './social-tables.ts';

const { countedDays, minBadges, badgeShare, minContributions } = limits.topContributors;

const isRecentAndVisible = (table: typeof posts | typeof comments) =>
  sql`${table.hiddenAt} IS NULL AND ${table.createdAt} > now() - make_interval(days => ${countedDays})`;

/** Authors and times of visible posts and comments of the last `countedDays` days, without comments on hidden posts. */
const selectContributions = sql`
  SELECT ${posts.authorId} AS uid, ${posts.createdAt} AS at FROM ${posts} WHERE ${isRecentAndVisible(posts)}
  UNION ALL
  SELECT ${comments.authorId}, ${comments.createdAt} FROM ${comments}
    JOIN ${posts} ON ${posts.uid} = ${comments.postUid} AND ${posts.hiddenAt} IS NULL
  WHERE ${isRecentAndVisible(comments)}`;

/**
 * People with enough contributions, ranked by the number of contributions. Of people with the same number, the one who
 * reached it first is ranked higher, so that the badge does not alternate between them.
 */
const selectRankedPeople = sql`
  SELECT said.uid, row_number() OVER (ORDER BY count(*) DESC, max(said.at), said.uid) AS place
  FROM said JOIN ${users} ON ${users.uid} = said.uid AND ${isListedUser}
  GROUP BY said.uid HAVING count(*) >= ${minContributions}::integer`;

/** SQL for the number of people who get the badge: a share of all open, visible accounts, but at least `minBadges`. */
const badgeCount = sql`greatest(${minBadges}::integer,
  (SELECT ceil(count(*) * ${badgeShare}::numeric) FROM ${users} WHERE ${isListedUser}))`;

/**
 * Whether a person without the badge has enough contributions for it, or a person with the badge has too few. Reads at
 * most `minContributions` contributions.
 */
export async function mayGainOrLoseBadge(db: Db, uid: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM ${users} WHERE ${users.uid} = ${uid} AND ${users.topContributor} <> (
      SELECT count(*) >= ${minContributions}::integer FROM (
        SELECT FROM (${selectContributions}) AS said WHERE said.uid = ${uid}
        LIMIT ${minContributions}::integer) AS enough)`);
  return rows.length > 0;
}

/**
 * Recomputes the top-contributor badge from visible posts and comments (docs/product/accounts.md). Only accounts whose
 * badge changes are updated; they are locked in the order of uids.
 */
export async function markTopContributors(db: Db): Promise<void> {
  await db.execute(sql`
    WITH said AS (${selectContributions}), ranked AS (${selectRankedPeople}),
      top AS (SELECT uid FROM ranked WHERE place <= ${badgeCount}),
      changed AS (
        SELECT u.uid FROM users u WHERE u.top_contributor <> (u.uid IN (SELECT uid FROM top))
        ORDER BY u.uid FOR NO KEY UPDATE)
    UPDATE users SET top_contributor = NOT top_contributor
    WHERE uid IN (SELECT uid FROM changed)`);
}
