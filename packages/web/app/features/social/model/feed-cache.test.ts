import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { fakePost } from './fake-post.ts';
import {
  announcedPostUids,
  removeCachedPost,
  showOwnNewPost,
  updateCachedPost,
} from './feed-cache.ts';
import { type PostListQuery, type PostPage, postKey, postsKey } from './post-lists.ts';

const buildPage = (...uids: string[]): PostPage => ({
  posts: uids.map((uid) => fakePost(uid)),
  nextCursor: null,
});

function createTestCache() {
  const client = new QueryClient();
  const storeList = (listQuery: PostListQuery, ...pages: PostPage[]) =>
    client.setQueryData([...postsKey(listQuery), 'eu'], { pages, pageParams: [] });
  const readList = (listQuery: PostListQuery) =>
    client
      .getQueryData<{ pages: PostPage[] }>([...postsKey(listQuery), 'eu'])
      ?.pages.map(({ posts }) => posts.map(({ uid }) => uid));
  return { client, storeList, readList };
}

test('an own post is added at the top of every list that it belongs to, once', () => {
  const { client, storeList, readList } = createTestCache();
  storeList({}, buildPage('b'), buildPage('a'));
  storeList({ hashtag: 'Seleção' }, buildPage('b'));
  storeList({ hashtag: 'osu' }, buildPage('b'));
  storeList({ author: 'ana' }, buildPage());
  storeList({ author: 'bia' }, buildPage('b'));
  storeList({ q: 'texto' }, buildPage('b'));
  client.setQueryData([...postsKey({}), 'inicio', 'eu'], [fakePost('b')]);
  const post = fakePost('c', { hashtags: ['selecao'] });
  showOwnNewPost(client, post);
  showOwnNewPost(client, post);
  expect([...announcedPostUids]).toEqual(['c']);
  expect(readList({})).toEqual([['c', 'b'], ['a']]);
  expect(readList({ hashtag: 'Seleção' })).toEqual([['c', 'b']]);
  expect(readList({ hashtag: 'osu' })).toEqual([['b']]);
  expect(readList({ author: 'ana' })).toEqual([['c']]);
  expect(readList({ author: 'bia' })).toEqual([['b']]);
  expect(readList({ q: 'texto' })).toEqual([['b']]);
  expect(client.getQueryData([...postsKey({}), 'inicio', 'eu'])).toHaveLength(2);
});

test('a deleted post is removed from every list, but not from its own page', () => {
  const { client, storeList, readList } = createTestCache();
  storeList({}, buildPage('b', 'a'), buildPage('c'));
  client.setQueryData([...postKey('a'), 'eu'], { post: fakePost('a') });
  removeCachedPost(client, 'a');
  expect(readList({})).toEqual([['b'], ['c']]);
  expect(client.getQueryData([...postKey('a'), 'eu'])).toMatchObject({ post: { uid: 'a' } });
});

test('a change affects the lists and the page of the post, and nothing else', () => {
  const { client, storeList } = createTestCache();
  storeList({}, buildPage('b', 'a'));
  const otherList = { pages: [buildPage('b')], pageParams: [] };
  client.setQueryData([...postsKey({ author: 'bia' }), 'eu'], otherList);
  client.setQueryData([...postKey('a'), 'eu'], { post: fakePost('a'), comments: 3 });
  updateCachedPost(client, 'a', (post) => ({ likes: post.likes + 5 }));
  const list = client.getQueryData<{ pages: PostPage[] }>([...postsKey({}), 'eu']);
  expect(list?.pages[0]?.posts.map(({ likes }) => likes)).toEqual([0, 5]);
  expect(client.getQueryData([...postKey('a'), 'eu'])).toMatchObject({
    post: { likes: 5 },
    comments: 3,
  });
  expect(client.getQueryData([...postsKey({ author: 'bia' }), 'eu'])).toBe(otherList);
});
