import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { standing, users } from '../users/index.ts';
import { comments, posts } from './social-tables.ts';

/** Days that count. */
const DAYS = 30;
/** As many hold the badge, or this share of all people where that is more. */
const AT_LEAST = 10;
const SHARE = 0.01;

const recent = (of: typeof posts | typeof comments) =>
  sql`${of.hiddenAt} IS NULL AND ${of.createdAt} > now() - make_interval(days => ${DAYS})`;

/** What people said that others can read; a comment goes with the post it is on. */
const said = sql`
  SELECT ${posts.authorId} AS uid, ${posts.createdAt} AS at FROM ${posts} WHERE ${recent(posts)}
  UNION ALL
  SELECT ${comments.authorId}, ${comments.createdAt} FROM ${comments}
    JOIN ${posts} ON ${posts.uid} = ${comments.postUid} AND ${posts.hiddenAt} IS NULL
  WHERE ${recent(comments)}`;

/** Of those who said as much, whoever came first holds the badge: it does not wander between them. */
const ranked = sql`
  SELECT said.uid, row_number() OVER (ORDER BY count(*) DESC, max(said.at), said.uid) AS place
  FROM said JOIN ${users} ON ${users.uid} = said.uid AND ${standing} GROUP BY said.uid`;

const places = sql`greatest(${AT_LEAST}::integer,
  (SELECT ceil(count(*) * ${SHARE}::numeric) FROM ${users} WHERE ${standing}))`;

/**
 * Gives the badge of those who contribute most, and takes it from who does so no more (`product §3`):
 * by posts and comments that stand, of people who are there. Only what differs is written, in the
 * order of accounts.
 */
export async function markTopContributors(db: Db): Promise<void> {
  await db.execute(sql`
    WITH said AS (${said}), ranked AS (${ranked}),
      top AS (SELECT uid FROM ranked WHERE place <= ${places}),
      changed AS (
        SELECT u.uid FROM users u WHERE u.top_contributor <> (u.uid IN (SELECT uid FROM top))
        ORDER BY u.uid FOR NO KEY UPDATE)
    UPDATE users SET top_contributor = NOT top_contributor
    WHERE uid IN (SELECT uid FROM changed)`);
}
