import type { Post } from '@guilda/contract/community/social';
import { limits } from '@guilda/contract/limits';
import type { PostPage } from '../../model/post-lists.ts';

/** The loaded pages of a list as they are cached. */
export interface PagedPosts {
  readonly pages: readonly PostPage[];
}

/** The posts of a list in order, without repeats. */
export function postsOf(pages: readonly PostPage[]): Post[] {
  const posts = new Map<string, Post>();
  for (const page of pages) {
    for (const post of page.posts) if (!posts.has(post.uid)) posts.set(post.uid, post);
  }
  return [...posts.values()];
}

/** The upper end of a list; newer posts are counted relative to it. */
export interface FeedTop {
  /**
   * Uid of the newest post, ignoring own posts that were put on top after publishing; undefined if the list has no
   * other post.
   */
  readonly newestUid: string | undefined;
  /** Number of own posts that were put above the post `newestUid`; posts of others may be missing among them. */
  readonly ownPostsAbove: number;
}

/** The upper end of a list. `announcedUids` are own posts that were put on top when they were published. */
export function feedTopOf(posts: readonly Post[], announcedUids: ReadonlySet<string>): FeedTop {
  const firstKnownIndex = posts.findIndex(({ uid }) => !announcedUids.has(uid));
  return {
    newestUid: posts[firstKnownIndex]?.uid,
    ownPostsAbove: firstKnownIndex < 0 ? posts.length : firstKnownIndex,
  };
}

/** New posts that the list does not show yet. */
export interface UnseenPosts {
  readonly count: number;
  /** Whether there may be more new posts than `count`. */
  readonly hasMore: boolean;
}

export const noUnseenPosts: UnseenPosts = { count: 0, hasMore: false };

/**
 * Number of posts that the list does not show yet, out of the `freshCount` posts that the server counted above
 * `feedTop.newestUid`.
 */
export function countUnseenPosts(freshCount: number, feedTop: FeedTop): UnseenPosts {
  const hasMore = freshCount >= limits.freshPosts;
  return {
    count: hasMore ? limits.freshPosts : Math.max(0, freshCount - feedTop.ownPostsAbove),
    hasMore,
  };
}

/**
 * Label of the button: `1 nova publicação`, `2 novas publicações`, `50+ novas publicações`; undefined without new
 * posts.
 */
export function unseenPostsText({ count, hasMore }: UnseenPosts): string | undefined {
  if (count === 0) return undefined;
  if (hasMore) return `${count}+ novas publicações`;
  return count === 1 ? '1 nova publicação' : `${count} novas publicações`;
}

const withoutPosts = (page: PostPage, uids: ReadonlySet<string>): PostPage => ({
  ...page,
  posts: page.posts.filter(({ uid }) => !uids.has(uid)),
});

/**
 * Adds the newest page on top of a list, without repeats. If there are more new posts than fit into one page, so that
 * posts between page and list would be missing, the page replaces the list.
 */
export function withNewestPage(
  list: PagedPosts,
  newestPage: PostPage,
  feedTop: FeedTop,
): PagedPosts {
  const newestKnownIndex = newestPage.posts.findIndex(({ uid }) => uid === feedTop.newestUid);
  const [first, ...rest] = list.pages;
  if (newestKnownIndex < 0 || !first) return { pages: [newestPage] };
  const newerPosts = newestPage.posts.slice(0, newestKnownIndex);
  const uids = new Set(newerPosts.map(({ uid }) => uid));
  const remainingPosts = withoutPosts(first, uids);
  const pages = [
    { ...remainingPosts, posts: [...newerPosts, ...remainingPosts.posts] },
    ...rest.map((page) => withoutPosts(page, uids)),
  ];
  return { pages };
}

/**
 * Appends the page that was loaded with `cursor`. If the list has changed and no longer ends at `cursor`, the
 * list is returned unchanged.
 */
export function withNextPage(list: PagedPosts, cursor: string, nextPage: PostPage): PagedPosts {
  return list.pages.at(-1)?.nextCursor === cursor ? { pages: [...list.pages, nextPage] } : list;
}

/** Uid of the first post in `postsAfter` that is not in `postsBefore`. */
export function firstNewPostUid(
  postsBefore: readonly Post[],
  postsAfter: readonly Post[],
): string | undefined {
  const knownUids = new Set(postsBefore.map(({ uid }) => uid));
  return postsAfter.find(({ uid }) => !knownUids.has(uid))?.uid;
}
