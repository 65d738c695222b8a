import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import { type AuthorRow, authorSelectionSql } from '../../users/index.ts';
import { commentCountFor } from '../comments/comment-count-columns.ts';
import type { ReaderVariant } from './post-visibility.ts';

/** A post joined with its author; the author's columns have the names of {@link AuthorRow}. */
export interface PostRow extends AuthorRow {
  /** Uid of the post; the column `uid` is the author's uid. */
  readonly post: string;
  readonly title: string;
  readonly description: string;
  readonly hashtags: readonly string[];
  /** Stored address of the picture, from which `toPost` makes the address for the reader. */
  readonly image: string | null;
  /** Size of the picture in pixels; null without one and in posts of older versions. */
  readonly imageWidth: number | null;
  readonly imageHeight: number | null;
  readonly serviceId: string | null;
  readonly sensitive: boolean;
  readonly likeCount: number;
  readonly commentCount: number;
  /** Whether the reader likes the post. */
  readonly liked: boolean;
  /** Reason for hiding the post; null while it is not hidden. */
  readonly hiddenReason: string | null;
  /** Creation time in UTC with microseconds. */
  readonly publishedAt: string;
}

const placeholder = sql.placeholder;

/**
 * The columns of a `PostRow`, from `posts` and `users`. For a signed-in reader the placeholder `reader` is the reader's
 * uid.
 */
export function postColumns(variant: ReaderVariant): SQL {
  const liked = variant.signedIn
    ? sql`EXISTS (SELECT 1 FROM post_likes l
        WHERE l.post_uid = posts.uid AND l.user_id = ${placeholder('reader')})`
    : sql`false`;
  return sql`posts.uid AS post, posts.title, posts.description, posts.hashtags,
    posts.photo_url AS image, posts.photo_width AS "imageWidth", posts.photo_height AS "imageHeight", posts.service_id AS "serviceId", posts.sensitive,
    posts.like_count AS "likeCount", ${commentCountFor(variant)} AS "commentCount",
    ${liked} AS liked,
    posts.hidden_reason AS "hiddenReason",
    ${timeText(sql`posts.created_at`)} AS "publishedAt",
    ${authorSelectionSql}`;
}
