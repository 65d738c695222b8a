import type { Db } from '../../platform/database/pool.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { listedUser, users } from '../users/index.ts';
import { comments, posts } from './social-tables.ts';

/** Period that counts, in days. */
const DAYS = 30;
/** Number of badges: at least this many, or this share of all people if that is more. */
const AT_LEAST = 10;
const SHARE = 0.01;

const recent = (of: typeof posts | typeof comments) =>
  sql`${of.hiddenAt} IS NULL AND ${of.createdAt} > now() - make_interval(days => ${DAYS})`;

/** Visible posts and comments; a comment on a hidden post does not count. */
const said = sql`
  SELECT ${posts.authorId} AS uid, ${posts.createdAt} AS at FROM ${posts} WHERE ${recent(posts)}
  UNION ALL
  SELECT ${comments.authorId}, ${comments.createdAt} FROM ${comments}
    JOIN ${posts} ON ${posts.uid} = ${comments.postUid} AND ${posts.hiddenAt} IS NULL
  WHERE ${recent(comments)}`;

/** Ties go to whoever reached the count first, so that the badge does not alternate. */
const ranked = sql`
  SELECT said.uid, row_number() OVER (ORDER BY count(*) DESC, max(said.at), said.uid) AS place
  FROM said JOIN ${users} ON ${users.uid} = said.uid AND ${listedUser} GROUP BY said.uid`;

const badgeCount = sql`greatest(${AT_LEAST}::integer,
  (SELECT ceil(count(*) * ${SHARE}::numeric) FROM ${users} WHERE ${listedUser}))`;

/**
 * Recomputes the top-contributor badge from visible posts and comments (docs/product/accounts.md). Only
 * changed accounts are updated, locked in the order of uids.
 */
export async function markTopContributors(db: Db): Promise<void> {
  await db.execute(sql`
    WITH said AS (${said}), ranked AS (${ranked}),
      top AS (SELECT uid FROM ranked WHERE place <= ${badgeCount}),
      changed AS (
        SELECT u.uid FROM users u WHERE u.top_contributor <> (u.uid IN (SELECT uid FROM top))
        ORDER BY u.uid FOR NO KEY UPDATE)
    UPDATE users SET top_contributor = NOT top_contributor
    WHERE uid IN (SELECT uid FROM changed)`);
}
