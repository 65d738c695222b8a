import type { Comment } from '@guilda/contract/social';
import { type Actor, uidOf } from '../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import { type MomentDeps, momentOf } from '../users/index.ts';
import { listRows } from './comment-store.ts';
import { toComment } from './comment-view.ts';
import { type ClosedPost, openPost } from './get-post.ts';
import { readerShape } from './post-visibility.ts';

export interface ListCommentsDeps extends MomentDeps {
  readonly database: Pick<Database, 'pool'>;
}

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface CommentPage {
  readonly comments: Comment[];
  readonly nextCursor: string | null;
}

/**
 * Comments of a post that this reader may see, newest first: without those the team hid and those
 * of people with a block between. Private people's are there (`product §3`).
 */
export const listComments =
  (deps: ListCommentsDeps) =>
  async (
    actor: Actor,
    postUid: string,
    { limit, cursor }: Page,
  ): Promise<Result<CommentPage, ClosedPost | 'invalid_parameter'>> => {
    const after = decodeCursor(cursor, timeKey);
    if (!after.ok) return after;
    const { pool } = deps.database;
    const rows = await listRows(pool, {
      post: postUid,
      reader: uidOf(actor),
      shape: readerShape(actor),
      after: after.value,
      limit,
    });
    // Comments tell that their post is open; where there are none it is asked.
    const post = rows.length > 0 ? ok() : await openPost(pool, actor, postUid);
    if (!post.ok) return post;
    const { page, nextCursor } = pageOf(rows, limit, (row) => ({ key: row.writtenAt, id: row.id }));
    const moment = momentOf(deps, actor);
    return ok({ comments: page.map((row) => toComment(row, moment)), nextCursor });
  };
