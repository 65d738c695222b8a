import type { Post } from '@guilda/contract/social';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { belongsToList, type PostListQuery, type PostPage } from './post-lists.ts';

/** Maps a post to its new version; null removes it. */
type PostUpdate = (post: Post) => Post | null;

/** The forms in which posts are cached: the pages of a list, a single page, or posts alone. */
type CachedPosts = { readonly pages: readonly PostPage[] } | PostPage | readonly Post[];

function updatePosts(posts: readonly Post[], change: PostUpdate): readonly Post[] {
  const next = posts.flatMap((post) => change(post) ?? []);
  const same = next.length === posts.length && next.every((post, at) => post === posts[at]);
  return same ? posts : next;
}

function updatePage(page: PostPage, change: PostUpdate): PostPage {
  const posts = updatePosts(page.posts, change);
  return posts === page.posts ? page : { ...page, posts };
}

function updateCached<C extends CachedPosts>(cached: C, change: PostUpdate): C;
function updateCached(cached: CachedPosts, change: PostUpdate): CachedPosts {
  if ('pages' in cached) {
    const pages = cached.pages.map((page) => updatePage(page, change));
    return pages.some((page, at) => page !== cached.pages[at]) ? { ...cached, pages } : cached;
  }
  return 'posts' in cached ? updatePage(cached, change) : updatePosts(cached, change);
}

/** Runs a change over every list and page that is cached. */
function updateCachedPosts(client: QueryClient, uid: string, change: PostUpdate): void {
  const one: PostUpdate = (post) => (post.uid === uid ? change(post) : post);
  client.setQueriesData<CachedPosts>({ queryKey: ['posts'] }, (cached) =>
    cached ? updateCached(cached, one) : cached,
  );
  client.setQueriesData<{ post?: Post }>({ queryKey: ['post', uid] }, (page) => {
    // The page of a removed post keeps it until the person leaves the page.
    const post = page?.post && change(page.post);
    return post ? { ...page, post } : page;
  });
}

function listQueryOfKey(key: readonly unknown[]): PostListQuery | null {
  const [, list] = key;
  return typeof list === 'object' && list !== null ? list : null;
}

function prependPost(cached: CachedPosts, post: Post): CachedPosts {
  if ('pages' in cached) {
    const [first, ...rest] = cached.pages;
    if (!first || cached.pages.some(({ posts }) => containsPost(posts, post.uid))) return cached;
    return { ...cached, pages: [{ ...first, posts: [post, ...first.posts] }, ...rest] };
  }
  if ('posts' in cached) {
    return containsPost(cached.posts, post.uid)
      ? cached
      : { ...cached, posts: [post, ...cached.posts] };
  }
  return containsPost(cached, post.uid) ? cached : [post, ...cached];
}

const containsPost = (posts: readonly Post[], uid: string) =>
  posts.some((post) => post.uid === uid);

const announcedUids = new Set<string>();

/** Uids of the own posts this tab put on top of lists: between them and what follows some may be missing. */
export const announcedPostUids: ReadonlySet<string> = announcedUids;

/** Shows an own new post at the top of every list it belongs to. */
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

/** The same functions for components, bound to their query client. */
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
