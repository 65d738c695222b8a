import { sql } from 'drizzle-orm';
import { heldRows, heldUid } from '../../platform/database/held-rows.ts';

/** The person's posts, those that the team hid included. */
export const heldPosts = heldRows({
  columns: sql`uid, title, description, hashtags, photo_url AS "photoURL",
    service_id AS "serviceId", sensitive, like_count AS likes, comment_count AS "commentCount",
    hidden_at AS "hiddenAt", hidden_reason AS "hiddenReason", created_at AS "createdAt"`,
  from: sql`FROM posts WHERE author_id = ${heldUid}`,
  at: sql`created_at`,
  id: sql`uid`,
});

/** The person's comments; what they are on is another one's, and named by its id alone. */
export const heldComments = heldRows({
  columns: sql`id, post_uid AS "postUid", text, hidden_at AS "hiddenAt",
    hidden_reason AS "hiddenReason", created_at AS "createdAt"`,
  from: sql`FROM comments WHERE author_id = ${heldUid}`,
  at: sql`created_at`,
  id: sql`id`,
});

/** What the person likes. */
export const heldLikes = heldRows({
  columns: sql`post_uid AS "postUid", created_at AS "createdAt"`,
  from: sql`FROM post_likes WHERE user_id = ${heldUid}`,
  at: sql`created_at`,
  id: sql`post_uid`,
});
