import { type Actor, uidOf } from '../../../platform/actor.ts';
import {
  compileStatement,
  type Queryable,
  type Statement,
} from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { hasBlocks, notBlockedWith } from '../../users/index.ts';
import { findVisiblePost } from '../posts/get-post.ts';

/** A comment with its post and its author. */
export interface VisibleComment {
  readonly id: string;
  /** Uid of its post. */
  readonly post: string;
  /** Uid of its author. */
  readonly author: string;
}

const given = sql.placeholder;

function statementOf(blocks: boolean): Statement<VisibleComment & Record<string, unknown>> {
  return compileStatement(
    sql`SELECT comments.id, comments.post_uid AS post, comments.author_id AS author
      FROM comments JOIN users ON users.uid = comments.author_id
      WHERE comments.id = ${given('id')} AND comments.hidden_at IS NULL
        AND ${notBlockedWith(given('reader'), blocks)}`,
    `one comment ${blocks}`,
  );
}

const reading = { blocks: statementOf(true), none: statementOf(false) };

/**
 * Finds a comment that the actor may see. `comment_not_found`: it does not exist, is hidden, there is a
 * block, or the actor may not see its post.
 */
export async function findVisibleComment(
  pool: Queryable,
  actor: Actor,
  id: string,
): Promise<Result<VisibleComment, 'comment_not_found'>> {
  const statement = hasBlocks(actor) ? reading.blocks : reading.none;
  const [comment] = await statement(pool, { id, reader: uidOf(actor) });
  if (!comment) return err('comment_not_found');
  const post = await findVisiblePost(pool, actor, comment.post);
  return post.ok ? ok(comment) : err('comment_not_found');
}
