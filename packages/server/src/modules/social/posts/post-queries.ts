import { type Actor, uidOf } from '../../../platform/actor.ts';
import {
  compileStatement,
  type Queryable,
  type Statement,
} from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { hasBlocks, notBlockedWith } from '../../users/index.ts';
import { type PostRow, postColumns } from './post-columns.ts';
import { postVisibleTo } from './post-visibility.ts';

interface ReadPost extends PostRow {
  /** Whether there is a block between author and reader. */
  readonly blocked: boolean;
}

function readStatement(signedIn: boolean, blocks: boolean): Statement<ReadPost> {
  const shape = { signedIn, adult: true, blocks };
  // Age and blocks are checked by the caller, because they lead to different errors.
  const reader = sql.placeholder('reader');
  const open = postVisibleTo(reader, { ...shape, blocks: false });
  return compileStatement(
    sql`SELECT ${postColumns(shape)}, NOT ${notBlockedWith(signedIn ? reader : null, blocks)} AS blocked
      FROM posts JOIN users ON users.uid = posts.author_id
      WHERE posts.uid = ${sql.placeholder('uid')} AND ${open}`,
    `post ${signedIn} ${blocks}`,
  );
}

const known = new Map<string, Statement<ReadPost>>();

/** One post with what its reader needs; null when it does not exist or the reader may not see the author's profile. */
export async function readPost(
  pool: Queryable,
  actor: Actor,
  uid: string,
): Promise<ReadPost | null> {
  const reader = uidOf(actor);
  const blocks = hasBlocks(actor);
  const name = `${reader !== null} ${blocks}`;
  const statement = known.get(name) ?? readStatement(reader !== null, blocks);
  known.set(name, statement);
  const rows = await statement(pool, { reader, uid });
  return rows[0] ?? null;
}
