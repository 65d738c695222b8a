import { normaliseHashtag } from '@guilda/contract/hashtags';
import type { Post, PostQuery } from '@guilda/contract/social';
import { type Actor, uidOf } from '../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../platform/cursor.ts';
import { ok, type Result } from '../../platform/result.ts';
import { listRows, type PostList } from './post-queries.ts';
import { readPostText } from './post-text.ts';
import { readerShape } from './post-visibility.ts';
import { type ShowPostsDeps, showPosts } from './view.ts';

export interface PostPage {
  readonly posts: Post[];
  readonly nextCursor: string | null;
}

/** What a list is asked to be of; null when no post can be in it. */
export function readList({
  hashtag,
  author,
}: Pick<PostQuery, 'hashtag' | 'author'>): PostList | null {
  const tag = hashtag === undefined ? undefined : normaliseHashtag(hashtag);
  return tag === '' ? null : { tag, author };
}

async function withText(
  deps: ShowPostsDeps,
  list: PostList | null,
  q: string,
): Promise<PostList | null> {
  if (list === null || q === '') return list;
  const match = await readPostText(deps.database.pool, q);
  return match === null ? null : { ...list, match };
}

/** A page of the posts that this reader may see, newest first (`product §6`). */
export const listPosts =
  (deps: ShowPostsDeps) =>
  async (actor: Actor, query: PostQuery): Promise<Result<PostPage, 'invalid_parameter'>> => {
    const after = decodeCursor(query.cursor, timeKey);
    if (!after.ok) return after;
    const list = await withText(deps, readList(query), query.q?.trim() ?? '');
    if (list === null) return ok({ posts: [], nextCursor: null });
    const reader = { uid: uidOf(actor), shape: readerShape(actor) };
    const { limit } = query;
    const rows = await listRows(deps.database.pool, { reader, list, after: after.value, limit });
    const { page, nextCursor } = pageOf(rows, limit, (row) => ({
      key: row.publishedAt,
      id: row.post,
    }));
    return ok({ posts: await showPosts(deps)(actor, page), nextCursor });
  };
