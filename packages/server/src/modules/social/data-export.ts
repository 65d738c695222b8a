import { dataExportReader, exportedUid } from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';

/** The person's posts, hidden ones included. */
export const postsDataExport = dataExportReader({
  columns: sql`uid, title, description, hashtags, photo_url AS "photoURL",
    service_id AS "serviceId", sensitive, like_count AS likes, comment_count AS "commentCount",
    hidden_at AS "hiddenAt", hidden_reason AS "hiddenReason", created_at AS "createdAt"`,
  from: sql`FROM posts WHERE author_id = ${exportedUid}`,
  sortTime: sql`created_at`,
  id: sql`uid`,
});

/** The person's comments. Of the posts with these comments, only the id is exported. */
export const commentsDataExport = dataExportReader({
  columns: sql`id, post_uid AS "postUid", text, hidden_at AS "hiddenAt",
    hidden_reason AS "hiddenReason", created_at AS "createdAt"`,
  from: sql`FROM comments WHERE author_id = ${exportedUid}`,
  sortTime: sql`created_at`,
  id: sql`id`,
});

/** The posts that the person likes. */
export const likesDataExport = dataExportReader({
  columns: sql`post_uid AS "postUid", created_at AS "createdAt"`,
  from: sql`FROM post_likes WHERE user_id = ${exportedUid}`,
  sortTime: sql`created_at`,
  id: sql`post_uid`,
});
