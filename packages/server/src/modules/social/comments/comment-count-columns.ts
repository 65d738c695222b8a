import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import type { ReaderVariant } from '../posts/post-visibility.ts';

const readerPlaceholder = sql.placeholder('reader');

/** Number of comments on the post `posts` by people who have blocked the reader or whom the reader has blocked. */
const countOfBlockedComments = sql`(SELECT count(*)::integer FROM (
    SELECT blocked_id AS uid FROM user_blocks WHERE blocker_id = ${readerPlaceholder}
    UNION SELECT blocker_id FROM user_blocks WHERE blocked_id = ${readerPlaceholder}
  ) AS blocked_people JOIN comments c ON c.author_id = blocked_people.uid
  WHERE c.post_uid = posts.uid AND c.hidden_at IS NULL)`;

/**
 * SQL for the number of comments on the post `posts` that this reader can see. For a reader with blocks, the
 * placeholder `reader` is the reader's uid.
 */
export function commentCountFor({ blocks }: ReaderVariant): SQL<number> {
  if (!blocks) return sql<number>`posts.comment_count`;
  return sql<number>`CASE posts.comment_count WHEN 0 THEN 0
    ELSE posts.comment_count - ${countOfBlockedComments} END`;
}
