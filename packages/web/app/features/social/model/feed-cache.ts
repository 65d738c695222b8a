import type { Post } from '@guilda/contract/social';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { belongsTo, type PostListQuery, type PostPage } from './post-lists.ts';

/** Maps a post to its new version; null removes it. */
type Change = (post: Post) => Post | null;

/** A list that grows, a page of one, or posts alone, as the caches hold them. */
type Cached = { readonly pages: readonly PostPage[] } | PostPage | readonly Post[];

function changed(posts: readonly Post[], change: Change): readonly Post[] {
  const next = posts.flatMap((post) => change(post) ?? []);
  const same = next.length === posts.length && next.every((post, at) => post === posts[at]);
  return same ? posts : next;
}

function inPage(page: PostPage, change: Change): PostPage {
  const posts = changed(page.posts, change);
  return posts === page.posts ? page : { ...page, posts };
}

function inCached<C extends Cached>(cached: C, change: Change): C;
function inCached(cached: Cached, change: Change): Cached {
  if ('pages' in cached) {
    const pages = cached.pages.map((page) => inPage(page, change));
    return pages.some((page, at) => page !== cached.pages[at]) ? { ...cached, pages } : cached;
  }
  return 'posts' in cached ? inPage(cached, change) : changed(cached, change);
}

/** Runs a change over every list and page that is cached. */
function changePosts(client: QueryClient, uid: string, change: Change): void {
  const one: Change = (post) => (post.uid === uid ? change(post) : post);
  client.setQueriesData<Cached>({ queryKey: ['posts'] }, (cached) =>
    cached ? inCached(cached, one) : cached,
  );
  client.setQueriesData<{ post?: Post }>({ queryKey: ['post', uid] }, (page) => {
    // The page of a removed post keeps it until the person leaves the page.
    const post = page?.post && change(page.post);
    return post ? { ...page, post } : page;
  });
}

function listOf(key: readonly unknown[]): PostListQuery | null {
  const [, list] = key;
  return typeof list === 'object' && list !== null ? list : null;
}

function onTop(cached: Cached, post: Post): Cached {
  if ('pages' in cached) {
    const [first, ...rest] = cached.pages;
    if (!first || cached.pages.some(({ posts }) => has(posts, post.uid))) return cached;
    return { ...cached, pages: [{ ...first, posts: [post, ...first.posts] }, ...rest] };
  }
  if ('posts' in cached) {
    return has(cached.posts, post.uid) ? cached : { ...cached, posts: [post, ...cached.posts] };
  }
  return has(cached, post.uid) ? cached : [post, ...cached];
}

const has = (posts: readonly Post[], uid: string) => posts.some((post) => post.uid === uid);

const announcedHere = new Set<string>();

/** Uids of the own posts this tab put on top of lists: between them and what follows some may be missing. */
export const announced: ReadonlySet<string> = announcedHere;

/** Shows an own new post at the top of every list it belongs to. */
export function announcePost(client: QueryClient, post: Post): void {
  announcedHere.add(post.uid);
  for (const [key, cached] of client.getQueriesData<Cached>({ queryKey: ['posts'] })) {
    const list = listOf(key);
    if (cached && list && belongsTo(list, post)) client.setQueryData(key, onTop(cached, post));
  }
}

/** Removes a post from every cached list. */
export function forgetPost(client: QueryClient, uid: string): void {
  changePosts(client, uid, () => null);
}

/** Changes what is known of a post wherever it is on screen. */
export function changePost(
  client: QueryClient,
  uid: string,
  patch: Partial<Post> | ((post: Post) => Partial<Post>),
): void {
  changePosts(client, uid, (post) => ({
    ...post,
    ...(typeof patch === 'function' ? patch(post) : patch),
  }));
}

export interface FeedCache {
  announcePost(post: Post): void;
  forgetPost(uid: string): void;
  changePost(uid: string, patch: Parameters<typeof changePost>[2]): void;
}

/** The same functions for components, bound to their query client. */
export function useFeedCache(): FeedCache {
  const client = useQueryClient();
  return useMemo(
    () => ({
      announcePost: (post) => announcePost(client, post),
      forgetPost: (uid) => forgetPost(client, uid),
      changePost: (uid, patch) => changePost(client, uid, patch),
    }),
    [client],
  );
}
