import { sql } from 'drizzle-orm';
import { type Actor, uidOf } from '../../platform/actor.ts';
import {
  compileStatement,
  type Queryable,
  type Statement,
} from '../../platform/database/prepared.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { hasBlocks, unblocked } from '../users/index.ts';
import { openPost } from './get-post.ts';

/** Where a comment stands and whose it is. */
export interface OpenComment {
  readonly id: string;
  /** Uid of its post. */
  readonly post: string;
  /** Uid of its author. */
  readonly author: string;
}

const given = sql.placeholder;

function statementOf(blocks: boolean): Statement<OpenComment & Record<string, unknown>> {
  return compileStatement(
    sql`SELECT comments.id, comments.post_uid AS post, comments.author_id AS author
      FROM comments JOIN users ON users.uid = comments.author_id
      WHERE comments.id = ${given('id')} AND comments.hidden_at IS NULL
        AND ${unblocked(given('reader'), blocks)}`,
    `one comment ${blocks}`,
  );
}

const reading = { blocks: statementOf(true), none: statementOf(false) };

/**
 * The way to one comment for whoever does something about it: `comment_not_found` when there is
 * none, when the team has hidden it, across a block, or on a post that is not open to the reader.
 */
export async function openComment(
  pool: Queryable,
  actor: Actor,
  id: string,
): Promise<Result<OpenComment, 'comment_not_found'>> {
  const statement = hasBlocks(actor) ? reading.blocks : reading.none;
  const [comment] = await statement(pool, { id, reader: uidOf(actor) });
  if (!comment) return err('comment_not_found');
  const post = await openPost(pool, actor, comment.post);
  return post.ok ? ok(comment) : err('comment_not_found');
}
