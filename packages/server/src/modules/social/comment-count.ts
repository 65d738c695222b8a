import { type SQL, sql } from 'drizzle-orm';
import type { ReaderShape } from './post-visibility.ts';

const reader = sql.placeholder('reader');

/** Comments on the row `posts` by people with a block between them and the reader. */
const shutOut = sql`(SELECT count(*)::integer FROM (
    SELECT blocked_id AS uid FROM user_blocks WHERE blocker_id = ${reader}
    UNION SELECT blocker_id FROM user_blocks WHERE blocked_id = ${reader}
  ) AS shut JOIN comments c ON c.author_id = shut.uid
  WHERE c.post_uid = posts.uid AND c.hidden_at IS NULL)`;

/**
 * How many comments of the row `posts` this reader can page through, as an integer. For a reader
 * with blocks the placeholder `reader` holds their uid.
 */
export function commentCountFor({ blocks }: ReaderShape): SQL<number> {
  if (!blocks) return sql<number>`posts.comment_count`;
  return sql<number>`CASE posts.comment_count WHEN 0 THEN 0
    ELSE posts.comment_count - ${shutOut} END`;
}
