import type { Comment } from '@guilda/contract/community/social';
import { type Actor, uidOf } from '../../../platform/actor.ts';
import { decodeCursor, type PageQuery, pageOf, timeKey } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { ok, type Result } from '../../../platform/result.ts';
import { type ViewContextDeps, viewContextFor } from '../../users/index.ts';
import { findVisiblePost, type PostUnavailableRefusal } from '../posts/get-post.ts';
import { readerVariantOf } from '../posts/post-visibility.ts';
import { listCommentRows } from './comment-store.ts';
import { toComment } from './comment-view.ts';

export interface ListCommentsDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'pool'>;
}

export interface CommentPage {
  readonly comments: Comment[];
  readonly nextCursor: string | null;
}

/**
 * Comments of a post that this reader may see, newest first: without hidden comments, and without comments of people
 * whom the reader has blocked or who have blocked the reader. Comments of private accounts are included
 * (docs/product/privacy.md).
 */
export const listComments =
  (deps: ListCommentsDeps) =>
  async (
    actor: Actor,
    postUid: string,
    { limit, cursor }: PageQuery,
  ): Promise<Result<CommentPage, PostUnavailableRefusal | 'invalid_parameter'>> => {
    const cursorResult = decodeCursor(cursor, timeKey);
    if (!cursorResult.ok) return cursorResult;
    const { pool } = deps.database;
    const rows = await listCommentRows(pool, {
      post: postUid,
      reader: uidOf(actor),
      readerVariant: readerVariantOf(actor),
      afterCursor: cursorResult.value,
      limit,
    });
    // The query returns comments only if the reader may see the post. Without any rows, the post itself is checked.
    const postResult = rows.length > 0 ? ok() : await findVisiblePost(pool, actor, postUid);
    if (!postResult.ok) return postResult;
    const { page, nextCursor } = pageOf(rows, limit, (row) => ({ key: row.writtenAt, id: row.id }));
    const viewContext = viewContextFor(deps, actor);
    return ok({ comments: page.map((row) => toComment(row, viewContext)), nextCursor });
  };
