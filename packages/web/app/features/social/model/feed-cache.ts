import type { Post } from '@guilda/contract/community/social';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { belongsToList, type PostListQuery, type PostPage } from './post-lists.ts';

/** Returns the new version of a post; null removes the post. */
type PostUpdate = (post: Post) => Post | null;

/** The forms in which posts are cached: the pages of a list, a single page, or an array of posts. */
type CachedPosts = { readonly pages: readonly PostPage[] } | PostPage | readonly Post[];

function updatePosts(posts: readonly Post[], change: PostUpdate): readonly Post[] {
  const changedPosts = posts.flatMap((post) => change(post) ?? []);
  const isUnchanged =
    changedPosts.length === posts.length && changedPosts.every((post, at) => post === posts[at]);
  return isUnchanged ? posts : changedPosts;
}

function updatePage(page: PostPage, change: PostUpdate): PostPage {
  const posts = updatePosts(page.posts, change);
  return posts === page.posts ? page : { ...page, posts };
}

function updateCached<C extends CachedPosts>(cached: C, change: PostUpdate): C;
function updateCached(cachedPosts: CachedPosts, change: PostUpdate): CachedPosts {
  if ('pages' in cachedPosts) {
    const pages = cachedPosts.pages.map((page) => updatePage(page, change));
    return pages.some((page, at) => page !== cachedPosts.pages[at])
      ? { ...cachedPosts, pages }
      : cachedPosts;
  }
  return 'posts' in cachedPosts
    ? updatePage(cachedPosts, change)
    : updatePosts(cachedPosts, change);
}

/** Applies an update of a post to every cached list and page. */
function updateCachedPosts(client: QueryClient, uid: string, change: PostUpdate): void {
  const changeOne: PostUpdate = (post) => (post.uid === uid ? change(post) : post);
  client.setQueriesData<CachedPosts>({ queryKey: ['posts'] }, (cached) =>
    cached ? updateCached(cached, changeOne) : cached,
  );
  client.setQueriesData<{ post?: Post }>({ queryKey: ['post', uid] }, (page) => {
    // The page of a removed post keeps the post as long as the page is open.
    const post = page?.post && change(page.post);
    return post ? { ...page, post } : page;
  });
}

function listQueryOfKey(key: readonly unknown[]): PostListQuery | null {
  const [, list] = key;
  return typeof list === 'object' && list !== null ? list : null;
}

function prependPost(cachedPosts: CachedPosts, post: Post): CachedPosts {
  if ('pages' in cachedPosts) {
    const [first, ...rest] = cachedPosts.pages;
    if (!first || cachedPosts.pages.some(({ posts }) => containsPost(posts, post.uid)))
      return cachedPosts;
    return { ...cachedPosts, pages: [{ ...first, posts: [post, ...first.posts] }, ...rest] };
  }
  if ('posts' in cachedPosts) {
    return containsPost(cachedPosts.posts, post.uid)
      ? cachedPosts
      : { ...cachedPosts, posts: [post, ...cachedPosts.posts] };
  }
  return containsPost(cachedPosts, post.uid) ? cachedPosts : [post, ...cachedPosts];
}

const containsPost = (posts: readonly Post[], uid: string) =>
  posts.some((post) => post.uid === uid);

const announcedUids = new Set<string>();

/** Uids of own posts that this tab has put on top of lists; posts of others may be missing below them. */
export const announcedPostUids: ReadonlySet<string> = announcedUids;

/** Shows an own new post at the top of every cached list whose filter it matches. */
export function showOwnNewPost(client: QueryClient, post: Post): void {
  announcedUids.add(post.uid);
  for (const [key, cached] of client.getQueriesData<CachedPosts>({ queryKey: ['posts'] })) {
    const list = listQueryOfKey(key);
    if (cached && list && belongsToList(list, post))
      client.setQueryData(key, prependPost(cached, post));
  }
}

/** Removes a post from every cached list. */
export function removeCachedPost(client: QueryClient, uid: string): void {
  updateCachedPosts(client, uid, () => null);
}

/** Updates fields of a post in every cached list and page. */
export function updateCachedPost(
  client: QueryClient,
  uid: string,
  patch: Partial<Post> | ((post: Post) => Partial<Post>),
): void {
  updateCachedPosts(client, uid, (post) => ({
    ...post,
    ...(typeof patch === 'function' ? patch(post) : patch),
  }));
}

export interface FeedCache {
  announcePost(post: Post): void;
  forgetPost(uid: string): void;
  changePost(uid: string, patch: Parameters<typeof updateCachedPost>[2]): void;
}

/** The functions of this file for components, bound to the query client. */
export function useFeedCache(): FeedCache {
  const client = useQueryClient();
  return useMemo(
    () => ({
      announcePost: (post) => showOwnNewPost(client, post),
      forgetPost: (uid) => removeCachedPost(client, uid),
      changePost: (uid, patch) => updateCachedPost(client, uid, patch),
    }),
    [client],
  );
}
