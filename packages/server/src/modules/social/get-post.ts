import type { Post } from '@guilda/contract/social';
import { sql } from 'drizzle-orm';
import { type Actor, uidOf } from '../../platform/actor.ts';
import {
  compileStatement,
  type Queryable,
  type Statement,
} from '../../platform/database/prepared.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { hasBlocks, seesAdult, unblocked } from '../users/index.ts';
import { type PostRow, postColumns } from './post-rows.ts';
import { postOpenTo } from './post-visibility.ts';
import { type ShowPostsDeps, showPosts } from './view.ts';

/** Why a post is not there for a reader; across a block it is not there at all. */
export type ClosedPost = 'post_not_found' | 'adults_only';

interface ReadPost extends PostRow {
  /** Whether a block stands between its author and the reader. */
  readonly blocked: boolean;
}

function readStatement(signedIn: boolean, blocks: boolean): Statement<ReadPost> {
  const shape = { signedIn, adult: true, blocks };
  // What age and blocks keep from the reader is told apart below.
  const reader = sql.placeholder('reader');
  const open = postOpenTo(reader, { ...shape, blocks: false });
  return compileStatement(
    sql`SELECT ${postColumns(shape)}, NOT ${unblocked(signedIn ? reader : null, blocks)} AS blocked
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

/**
 * The way to a post for whoever does something to it and its author, such as liking it: as
 * `openPost`, and `blocked` when nothing but a block, whoever set it, stands between the two.
 */
export async function openPostToAct(
  pool: Queryable,
  actor: Actor,
  uid: string,
): Promise<Result<PostRow, ClosedPost | 'blocked'>> {
  const post = await readPost(pool, actor, uid);
  if (post === null) return err('post_not_found');
  if (post.blocked) return err('blocked');
  return post.sensitive && !seesAdult(actor) ? err('adults_only') : ok(post);
}

/**
 * The one way to a post that is shown to somebody, with what hangs on it. `post_not_found` when
 * there is none, when the team has hidden it from all but its author, or when its author's profile
 * is closed to the reader, by a block too; `adults_only` for whom `seesAdult` denies one that is
 * sensitive (`product §9`), its author included.
 */
export async function openPost(
  pool: Queryable,
  actor: Actor,
  uid: string,
): Promise<Result<PostRow, ClosedPost>> {
  const post = await openPostToAct(pool, actor, uid);
  if (post.ok) return post;
  return err(post.code === 'blocked' ? 'post_not_found' : post.code);
}

/** As `openPost`, and to its author in any case: what is withheld of it, its view knows. */
async function openToRead(
  pool: Queryable,
  actor: Actor,
  uid: string,
): Promise<Result<PostRow, ClosedPost>> {
  const post = await readPost(pool, actor, uid);
  if (post === null || post.blocked) return err('post_not_found');
  const withheld = post.sensitive && !seesAdult(actor) && post.uid !== uidOf(actor);
  return withheld ? err('adults_only') : ok(post);
}

/** One post; its author has it always, if only as the shell by which to delete it. */
export const getPost =
  (deps: ShowPostsDeps) =>
  async (actor: Actor, uid: string): Promise<Result<{ post: Post }, ClosedPost>> => {
    const found = await openToRead(deps.database.pool, actor, uid);
    if (!found.ok) return found;
    const [post] = await showPosts(deps)(actor, [found.value]);
    return post ? ok({ post }) : err('post_not_found');
  };
