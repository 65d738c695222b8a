import type { Post } from '@guilda/contract/social';
import { type Actor, uidOf } from '../../../platform/actor.ts';
import {
  compileStatement,
  type Queryable,
  type Statement,
} from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { canSeeAdultContent, hasBlocks, notBlockedWith } from '../../users/index.ts';
import { type PostRow, postColumns } from './post-columns.ts';
import { type PostViewDeps, toPostViews } from './post-view.ts';
import { postVisibleTo } from './post-visibility.ts';

/** Why a reader cannot see a post; across a block it is `post_not_found`. */
export type PostUnavailable = 'post_not_found' | 'adults_only';

interface ReadPost extends PostRow {
  /** Whether there is a block between author and reader. */
  readonly blocked: boolean;
}

function readStatement(signedIn: boolean, blocks: boolean): Statement<ReadPost> {
  const shape = { signedIn, adult: true, blocks };
  // Age and blocks are checked below, because they lead to different errors.
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

async function readPost(pool: Queryable, actor: Actor, uid: string): Promise<ReadPost | null> {
  const reader = uidOf(actor);
  const blocks = hasBlocks(actor);
  const name = `${reader !== null} ${blocks}`;
  const statement = known.get(name) ?? readStatement(reader !== null, blocks);
  known.set(name, statement);
  const rows = await statement(pool, { reader, uid });
  return rows[0] ?? null;
}

/** Finds a post to act on, such as liking it. As `findVisiblePost`, and `blocked` when only a block hides it. */
export async function findPostForAction(
  pool: Queryable,
  actor: Actor,
  uid: string,
): Promise<Result<PostRow, PostUnavailable | 'blocked'>> {
  const post = await readPost(pool, actor, uid);
  if (post === null) return err('post_not_found');
  if (post.blocked) return err('blocked');
  return post.sensitive && !canSeeAdultContent(actor) ? err('adults_only') : ok(post);
}

/**
 * Finds a post for a reader, for itself or for what belongs to it. `post_not_found`: it does not exist, is
 * hidden and not the reader's own, or the reader may not see the author's profile (also by a block).
 * `adults_only`: it is sensitive and the reader, even its author, may not see adult content
 * (docs/product/community.md).
 */
export async function findVisiblePost(
  pool: Queryable,
  actor: Actor,
  uid: string,
): Promise<Result<PostRow, PostUnavailable>> {
  const post = await findPostForAction(pool, actor, uid);
  if (post.ok) return post;
  return err(post.code === 'blocked' ? 'post_not_found' : post.code);
}

/** As `findVisiblePost`, but the author always gets the post; the view withholds its content if needed. */
async function findPostForReader(
  pool: Queryable,
  actor: Actor,
  uid: string,
): Promise<Result<PostRow, PostUnavailable>> {
  const post = await readPost(pool, actor, uid);
  if (post === null || post.blocked) return err('post_not_found');
  const withheld = post.sensitive && !canSeeAdultContent(actor) && post.uid !== uidOf(actor);
  return withheld ? err('adults_only') : ok(post);
}

/** One post. Its author always gets it, if necessary without content, to be able to delete it. */
export const getPost =
  (deps: PostViewDeps) =>
  async (actor: Actor, uid: string): Promise<Result<{ post: Post }, PostUnavailable>> => {
    const found = await findPostForReader(deps.database.pool, actor, uid);
    if (!found.ok) return found;
    const [post] = await toPostViews(deps)(actor, [found.value]);
    return post ? ok({ post }) : err('post_not_found');
  };
