import { type Actor, uidOf } from '../../../platform/actor.ts';
import {
  compileOnce,
  compileSharedRead,
  type Queryable,
} from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { hasBlocks, isNotBlockedWith } from '../../users/index.ts';
import { type PostRow, postColumns } from './post-columns.ts';
import { postVisibleTo } from './post-visibility.ts';

interface PostRowForReader extends PostRow {
  /** Whether there is a block between the post's author and the reader. */
  readonly blocked: boolean;
}

interface PostReader {
  readonly signedIn: boolean;
  readonly blocks: boolean;
}

const visiblePostStatement = compileOnce(({ signedIn, blocks }: PostReader) => {
  const readerVariant = { signedIn, adult: true, blocks };
  const reader = sql.placeholder('reader');
  // With `adult: true` and `blocks: false` the condition ignores the reader's age check and blocks. The caller checks
  // both, because each has its own error.
  const isVisible = postVisibleTo(reader, { ...readerVariant, blocks: false });
  return compileSharedRead<PostRowForReader>(
    sql`SELECT ${postColumns(readerVariant)}, NOT ${isNotBlockedWith(signedIn ? reader : null, blocks)} AS blocked
      FROM posts JOIN users ON users.uid = posts.author_id
      WHERE posts.uid = ${sql.placeholder('uid')} AND ${isVisible}`,
    `post ${signedIn} ${blocks}`,
  );
});

/**
 * Reads one post with the columns for this reader; null when it does not exist or the reader may not see the author's
 * profile.
 */
export async function readPost(
  pool: Queryable,
  actor: Actor,
  uid: string,
): Promise<PostRowForReader | null> {
  const reader = uidOf(actor);
  const statement = visiblePostStatement({ signedIn: reader !== null, blocks: hasBlocks(actor) });
  const rows = await statement(pool, { reader, uid });
  return rows[0] ?? null;
}
