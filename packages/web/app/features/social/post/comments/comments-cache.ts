import type { Comment } from '@guilda/contract/social';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { type CommentPage, commentsKey } from './load-comments.ts';

type Cached = InfiniteData<CommentPage>;

/** Query key of the first page as it is now, looked at for what is new. */
export const freshKey = (postId: string) => ['fresh-comments', postId] as const;

/** The comments of `page` that are newer than every one of `known`, newest first. */
export function newerThan(page: CommentPage, known: ReadonlySet<string>): readonly Comment[] {
  const end = page.comments.findIndex(({ id }) => known.has(id));
  return end === -1 ? page.comments : page.comments.slice(0, end);
}

function idsOf({ pages }: Cached): Set<string> {
  return new Set(pages.flatMap((page) => page.comments.map(({ id }) => id)));
}

/** A list with one comment more on top; one that it holds already stays where it is. */
export function withComment(cached: Cached, comment: Comment): Cached {
  const [first, ...rest] = cached.pages;
  if (!first || idsOf(cached).has(comment.id)) return cached;
  return { ...cached, pages: [{ ...first, comments: [comment, ...first.comments] }, ...rest] };
}

/**
 * A list with what `page`, read just now, has on top of it. Where the two do not meet there is more
 * between them than the page holds, and the list begins anew.
 */
export function withNewest(cached: Cached, page: CommentPage): Cached {
  const known = idsOf(cached);
  const newer = newerThan(page, known);
  const meets = newer.length < page.comments.length || page.nextCursor === null;
  const [first, ...rest] = cached.pages;
  if (!meets || !first) return { pages: [page], pageParams: [undefined] };
  return { ...cached, pages: [{ ...first, comments: [...newer, ...first.comments] }, ...rest] };
}

const without = (page: CommentPage, id: string): CommentPage => ({
  ...page,
  comments: page.comments.filter((comment) => comment.id !== id),
});

/** Runs a change over the list of a post, whoever it was read as. */
export function changeComments(
  client: QueryClient,
  postId: string,
  change: (cached: Cached) => Cached,
): void {
  client.setQueriesData<Cached>({ queryKey: commentsKey(postId) }, (cached) =>
    cached ? change(cached) : cached,
  );
}

/** Takes a comment off the list of a post, and off what is offered as new. */
export function dropComment(client: QueryClient, postId: string, id: string): void {
  changeComments(client, postId, (cached) => ({
    ...cached,
    pages: cached.pages.map((page) => without(page, id)),
  }));
  client.setQueriesData<CommentPage>({ queryKey: freshKey(postId) }, (page) =>
    page ? without(page, id) : page,
  );
}
