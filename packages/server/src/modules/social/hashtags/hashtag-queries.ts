import { compileStatement, type Statement } from '../../../platform/database/prepared.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { uidsBlockedWith } from '../../users/index.ts';
import { postVisibleTo } from '../posts/post-visibility.ts';

/**
 * Maximum number of hashtags that are counted. It exceeds the length of the shown list, because a reader with blocks
 * does not see all of the counted hashtags.
 */
const MAX_COUNTED_HASHTAGS = 200;
/** Maximum number of posts by blocked authors that one reader's request reads. */
const MAX_BLOCKED_POSTS = 2_000;
/** Maximum number of spellings that are counted for one hashtag. */
const MAX_COUNTED_SPELLINGS = 20;

/** How often a hashtag was used in the last 7 days. */
export interface CountedHashtag {
  readonly tag: string;
  /** Number of people who used the hashtag. */
  readonly authors: number;
  /** Number of posts with the hashtag. */
  readonly posts: number;
  /** The spellings of the hashtag with their number of posts, most used first. */
  readonly names: readonly { readonly name: string; readonly posts: number }[];
  /** Time of the count, by the database's clock. */
  readonly asOf: string;
}

/** How many posts of one author used a hashtag in one spelling, in the counted 7 days. */
export interface AuthorHashtagCount {
  readonly tag: string;
  readonly name: string;
  /** Uid of the author. */
  readonly author: string;
  /** Number of posts of this author with the hashtag in this spelling. */
  readonly posts: number;
}

const visitorVariant = { signedIn: false, adult: false, blocks: false };
/** Condition: a visitor may see the post. Posts that visitors may not see are not counted. */
const isVisibleToVisitors = postVisibleTo('', visitorVariant);

/**
 * Condition: the hashtag was used in the 7 days before an instant. The condition is repeated on `posts`, so that an
 * index-only scan is possible.
 */
const isWithinWeekBefore = (instant: SQL) =>
  sql`tagged.created_at > ${instant} - interval '7 days'
    AND posts.created_at > ${instant} - interval '7 days'`;

/** The hashtags of the last 7 days with the most authors; equal ones by number of posts, then by name. */
export const countWeeklyHashtags: Statement<CountedHashtag> = compileStatement(
  sql`WITH week AS MATERIALIZED (
      SELECT tagged.tag, tagged.name, posts.author_id FROM post_hashtags tagged
      JOIN posts ON posts.uid = tagged.post_uid JOIN users ON users.uid = posts.author_id
      WHERE ${isWithinWeekBefore(sql`now()`)} AND ${isVisibleToVisitors}),
    ranked AS (
      SELECT tag, count(*)::integer AS authors, sum(used)::integer AS posts
      FROM (SELECT tag, author_id, count(*) AS used FROM week GROUP BY tag, author_id) uses
      GROUP BY tag ORDER BY authors DESC, posts DESC, tag COLLATE "C"
      LIMIT ${sql.raw(String(MAX_COUNTED_HASHTAGS))}),
    spelled AS (
      SELECT tag, name, count(*) AS posts,
        row_number() OVER (PARTITION BY tag ORDER BY count(*) DESC, name COLLATE "C") AS place
      FROM week WHERE tag IN (SELECT tag FROM ranked) GROUP BY tag, name)
    SELECT ranked.tag, ranked.authors, ranked.posts, now()::text AS "asOf",
      json_agg(json_build_object('name', spelled.name, 'posts', spelled.posts)
        ORDER BY spelled.place) AS names
    FROM ranked JOIN spelled ON spelled.tag = ranked.tag
      AND spelled.place <= ${sql.raw(String(MAX_COUNTED_SPELLINGS))}
    GROUP BY ranked.tag, ranked.authors, ranked.posts
    ORDER BY ranked.authors DESC, ranked.posts DESC, ranked.tag COLLATE "C"`,
);

/**
 * Counts, by hashtag, spelling and author, the posts with one of the `tags` that {@link countWeeklyHashtags} counted at
 * the time `asOf` and whose authors have blocked the reader or were blocked by the reader. Of more than
 * {@link MAX_BLOCKED_POSTS} such posts the others are not counted, so that no reader makes a request slow.
 */
export const countHashtagsOfBlockedAuthors: Statement<AuthorHashtagCount> = compileStatement(
  sql`WITH blocked AS MATERIALIZED (
      SELECT posts.uid, posts.author_id, posts.created_at
      FROM users JOIN posts ON posts.author_id = users.uid
      WHERE users.uid IN (${uidsBlockedWith(sql.placeholder('reader'))})
        AND posts.created_at > ${sql.placeholder('asOf')}::timestamptz - interval '7 days'
        AND posts.created_at <= ${sql.placeholder('asOf')}::timestamptz AND ${isVisibleToVisitors}
      LIMIT ${sql.raw(String(MAX_BLOCKED_POSTS))})
    SELECT tagged.tag, tagged.name, posts.author_id AS author, count(*)::integer AS posts
    FROM blocked posts JOIN post_hashtags tagged ON tagged.post_uid = posts.uid
    WHERE ${isWithinWeekBefore(sql`${sql.placeholder('asOf')}::timestamptz`)}
      AND tagged.tag = ANY(${sql.placeholder('tags')}::text[])
    GROUP BY tagged.tag, tagged.name, posts.author_id`,
  'hashtags of blocked authors',
);
