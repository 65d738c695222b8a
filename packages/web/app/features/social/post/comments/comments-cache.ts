import type { Comment } from '@guilda/contract/community/social';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { type CommentPage, commentsKey } from './load-comments.ts';

type CachedComments = InfiniteData<CommentPage>;

/** Query key of the newest page of comments, which is compared with the list to find new comments. */
export const newestCommentsKey = (postId: string) => ['fresh-comments', postId] as const;

/** The comments of the newest page that are missing in a list. */
interface NewerComments {
  /** The missing comments, newest first. */
  readonly comments: readonly Comment[];
  /** Whether further comments are missing between these and the list. */
  readonly hasGap: boolean;
}

/**
 * The comments of `page`, the newest page, that are missing in a list. `knownIds` are the ids in the list, in order.
 * `hasMorePages` tells whether the list has further pages that are not loaded. Own comments are put on top of the list
 * when they are published, so missing comments can be above, between or directly below them.
 */
export function commentsNewerThan(
  page: CommentPage,
  knownIds: ReadonlySet<string>,
  hasMorePages: boolean,
): NewerComments {
  const lastKnownIndex = hasMorePages
    ? page.comments.findIndex(({ id }) => id === [...knownIds].at(-1))
    : -1;
  const commentsAbove =
    lastKnownIndex === -1 ? page.comments : page.comments.slice(0, lastKnownIndex);
  const lastComment = page.comments.at(-1);
  const reachesKnown =
    lastKnownIndex !== -1 ||
    page.nextCursor === null ||
    (lastComment && knownIds.has(lastComment.id));
  return { comments: commentsAbove.filter(({ id }) => !knownIds.has(id)), hasGap: !reachesKnown };
}

function commentIdsOf({ pages }: CachedComments): Set<string> {
  return new Set(pages.flatMap((page) => page.comments.map(({ id }) => id)));
}

/** The list with a comment added on top; a comment that the list already has stays at its position. */
export function withOwnComment(cachedComments: CachedComments, comment: Comment): CachedComments {
  const [first, ...rest] = cachedComments.pages;
  if (!first || commentIdsOf(cachedComments).has(comment.id)) return cachedComments;
  return {
    ...cachedComments,
    pages: [{ ...first, comments: [comment, ...first.comments] }, ...rest],
  };
}

/** Inserts the comments of `page` that are in `newerComments` into `comments`, in the order of `page`. */
function mergeComments(
  comments: readonly Comment[],
  page: CommentPage,
  newerComments: ReadonlySet<Comment>,
) {
  const mergedComments = [...comments];
  let index = 0;
  for (const comment of page.comments) {
    const knownIndex = mergedComments.findIndex(({ id }) => id === comment.id);
    if (knownIndex !== -1) index = knownIndex + 1;
    else if (newerComments.has(comment)) mergedComments.splice(index++, 0, comment);
  }
  return mergedComments;
}

/**
 * The list with the newer comments of `page`, the newest page. If comments between page and list are missing, the page
 * replaces the list.
 */
export function withNewestComments(
  cachedComments: CachedComments,
  page: CommentPage,
): CachedComments {
  const hasMorePages = cachedComments.pages.at(-1)?.nextCursor !== null;
  const newerComments = commentsNewerThan(page, commentIdsOf(cachedComments), hasMorePages);
  const [first, ...rest] = cachedComments.pages;
  if (newerComments.hasGap || !first) return { pages: [page], pageParams: [undefined] };
  const comments = mergeComments(first.comments, page, new Set(newerComments.comments));
  return { ...cachedComments, pages: [{ ...first, comments }, ...rest] };
}

const withoutComment = (page: CommentPage, id: string): CommentPage => ({
  ...page,
  comments: page.comments.filter((comment) => comment.id !== id),
});

/** Applies a change to the cached comments of a post, for every reader. */
export function updateCachedComments(
  client: QueryClient,
  postId: string,
  change: (cached: CachedComments) => CachedComments,
): void {
  client.setQueriesData<CachedComments>({ queryKey: commentsKey(postId) }, (cached) =>
    cached ? change(cached) : cached,
  );
}

/** Whether a comment is in the cached lists of a post or in its cached newest page, so that its number counts it already. */
export function isCommentCached(client: QueryClient, postId: string, commentId: string): boolean {
  const isIn = (page: CommentPage) => page.comments.some(({ id }) => id === commentId);
  const lists = client.getQueriesData<CachedComments>({ queryKey: commentsKey(postId) });
  const newest = client.getQueriesData<CommentPage>({ queryKey: newestCommentsKey(postId) });
  return (
    lists.some(([, cached]) => cached?.pages.some(isIn)) ||
    newest.some(([, page]) => page !== undefined && isIn(page))
  );
}

/** Removes a comment from the cached lists of a post and from the cached newest page. */
export function removeCachedComment(client: QueryClient, postId: string, commentId: string): void {
  updateCachedComments(client, postId, (cached) => ({
    ...cached,
    pages: cached.pages.map((page) => withoutComment(page, commentId)),
  }));
  client.setQueriesData<CommentPage>({ queryKey: newestCommentsKey(postId) }, (page) =>
    page ? withoutComment(page, commentId) : page,
  );
}
