import { limits } from '@guilda/contract/limits';
import type { Post } from '@guilda/contract/social';
import type { PostPage } from '../../model/post-lists.ts';

/** The cached pages of a list. */
export interface PagedPosts {
  readonly pages: readonly PostPage[];
}

/** The posts of a list in order, each once. */
export function postsOf(pages: readonly PostPage[]): Post[] {
  const posts = new Map<string, Post>();
  for (const page of pages) {
    for (const post of page.posts) if (!posts.has(post.uid)) posts.set(post.uid, post);
  }
  return [...posts.values()];
}

/** The upper end of a list, above which newer posts are counted. */
export interface FeedTop {
  /** Uid of the newest post below which nothing is missing; undefined for none. */
  readonly newest: string | undefined;
  /** Number of own new posts shown above that post; posts of others may be missing between them. */
  readonly above: number;
}

/** The upper end of a list; `announced` are own posts that were added on top when they were published. */
export function feedTopOf(posts: readonly Post[], announced: ReadonlySet<string>): FeedTop {
  const at = posts.findIndex(({ uid }) => !announced.has(uid));
  return { newest: posts[at]?.uid, above: at < 0 ? posts.length : at };
}

/** New posts that are not on screen yet. */
export interface UnseenPosts {
  readonly count: number;
  /** Whether there may be more new posts than `count`. */
  readonly more: boolean;
}

export const noUnseenPosts: UnseenPosts = { count: 0, more: false };

/** Number of the server's `fresh` posts above `top.newest` that are not on screen yet. */
export function countUnseenPosts(fresh: number, top: FeedTop): UnseenPosts {
  const more = fresh >= limits.freshPosts;
  return { count: more ? limits.freshPosts : Math.max(0, fresh - top.above), more };
}

/** `1 nova publicação`, `2 novas publicações`, `50+ novas publicações`; undefined for none. */
export function unseenPostsText({ count, more }: UnseenPosts): string | undefined {
  if (count === 0) return undefined;
  if (more) return `${count}+ novas publicações`;
  return count === 1 ? '1 nova publicação' : `${count} novas publicações`;
}

const withoutPosts = (page: PostPage, uids: ReadonlySet<string>): PostPage => ({
  ...page,
  posts: page.posts.filter(({ uid }) => !uids.has(uid)),
});

/**
 * Adds the newest page on top of a list, without repeats. When the page does not reach down to the list, because more
 * posts are new than one page holds, the list is replaced by that page.
 */
export function withNewestPage(list: PagedPosts, fresh: PostPage, top: FeedTop): PagedPosts {
  const meeting = fresh.posts.findIndex(({ uid }) => uid === top.newest);
  const [first, ...rest] = list.pages;
  if (meeting < 0 || !first) return { pages: [fresh] };
  const newer = fresh.posts.slice(0, meeting);
  const uids = new Set(newer.map(({ uid }) => uid));
  const kept = withoutPosts(first, uids);
  const pages = [
    { ...kept, posts: [...newer, ...kept.posts] },
    ...rest.map((page) => withoutPosts(page, uids)),
  ];
  return { pages };
}

/** Appends the page that was loaded with `cursor`; a list that no longer ends at `cursor` stays unchanged. */
export function withNextPage(list: PagedPosts, cursor: string, next: PostPage): PagedPosts {
  return list.pages.at(-1)?.nextCursor === cursor ? { pages: [...list.pages, next] } : list;
}

/** Uid of the first post of `after`, from the top, that is not in `before`. */
export function firstNewPostUid(
  before: readonly Post[],
  after: readonly Post[],
): string | undefined {
  const known = new Set(before.map(({ uid }) => uid));
  return after.find(({ uid }) => !known.has(uid))?.uid;
}
