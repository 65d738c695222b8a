import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import type { ReaderShape } from '../posts/post-visibility.ts';

const readerPlaceholder = sql.placeholder('reader');

/** Number of comments on the row `posts` by people with a block between them and the reader. */
const countOfBlockedComments = sql`(SELECT count(*)::integer FROM (
    SELECT blocked_id AS uid FROM user_blocks WHERE blocker_id = ${readerPlaceholder}
    UNION SELECT blocker_id FROM user_blocks WHERE blocked_id = ${readerPlaceholder}
  ) AS shut JOIN comments c ON c.author_id = shut.uid
  WHERE c.post_uid = posts.uid AND c.hidden_at IS NULL)`;

/**
 * SQL: the number of comments of the row `posts` that this reader can see. For a reader with blocks the
 * placeholder `reader` holds their uid.
 */
export function commentCountFor({ blocks }: ReaderShape): SQL<number> {
  if (!blocks) return sql<number>`posts.comment_count`;
  return sql<number>`CASE posts.comment_count WHEN 0 THEN 0
    ELSE posts.comment_count - ${countOfBlockedComments} END`;
}
