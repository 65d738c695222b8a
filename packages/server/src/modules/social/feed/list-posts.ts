import { normaliseHashtag } from '@guilda/contract/community/hashtags';
import type { Post, PostQuery } from '@guilda/contract/community/social';
import { type Actor, uidOf } from '../../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../../platform/cursor.ts';
import type { Queryable } from '../../../platform/database/prepared.ts';
import { ok, type Result } from '../../../platform/result.ts';
import {
  matchAll,
  matchAny,
  matchLexeme,
  matchPrefix,
  matchWord,
  readWords,
  type TsQuery,
} from '../../../platform/search/index.ts';
import { type PostViewDeps, toPostViews } from '../posts/post-view.ts';
import { readerVariantOf } from '../posts/post-visibility.ts';
import { listPostRows, type PostFilters } from './feed-queries.ts';

/**
 * Turns a search text into a `tsquery`: each word matches words with the same stem or words that begin with it; a
 * single letter matches as a beginning only at the end of the text. Stop words such as `de` are ignored unless the text
 * has no other words. Null when no post can match.
 */
async function parsePostSearch(pool: Queryable, searchText: string): Promise<TsQuery> {
  const words = await readWords(pool, searchText);
  const significantWords = words.filter(({ stems }) => stems.length > 0);
  return matchAll(
    (significantWords.length > 0 ? significantWords : words).map((word) => {
      const { text } = word;
      const matchesPrefix = text.length > 1 || word === words.at(-1);
      return matchAny([
        matchWord(word, matchLexeme),
        matchesPrefix ? matchPrefix(`~${text}`) : matchLexeme(`~${text}`),
      ]);
    }),
  );
}

export interface PostPage {
  readonly posts: Post[];
  readonly nextCursor: string | null;
}

/** Parses the filters of a list; null when no post can match. */
export function parseFilters({
  hashtag,
  author,
}: Pick<PostQuery, 'hashtag' | 'author'>): PostFilters | null {
  const tag = hashtag === undefined ? undefined : normaliseHashtag(hashtag);
  return tag === '' ? null : { tag, author };
}

async function withTextFilter(
  deps: PostViewDeps,
  filters: PostFilters | null,
  q: string,
): Promise<PostFilters | null> {
  if (filters === null || q === '') return filters;
  const match = await parsePostSearch(deps.database.pool, q);
  return match === null ? null : { ...filters, match };
}

/** One page of the posts that this reader may see, newest first (docs/product/community.md). */
export const listPosts =
  (deps: PostViewDeps) =>
  async (actor: Actor, query: PostQuery): Promise<Result<PostPage, 'invalid_parameter'>> => {
    const cursorResult = decodeCursor(query.cursor, timeKey);
    if (!cursorResult.ok) return cursorResult;
    const filters = await withTextFilter(deps, parseFilters(query), query.q?.trim() ?? '');
    if (filters === null) return ok({ posts: [], nextCursor: null });
    const reader = { uid: uidOf(actor), readerVariant: readerVariantOf(actor) };
    const { limit } = query;
    const rows = await listPostRows(deps.database.pool, {
      reader,
      filters,
      afterCursor: cursorResult.value,
      limit,
    });
    const { page, nextCursor } = pageOf(rows, limit, (row) => ({
      key: row.publishedAt,
      id: row.post,
    }));
    return ok({ posts: await toPostViews(deps)(actor, page), nextCursor });
  };
