import { expect, test } from 'vitest';
import { fakePost } from '../../model/fake-post.ts';
import type { PostPage } from '../../model/post-lists.ts';
import {
  countUnseenPosts,
  feedTopOf,
  firstNewPostUid,
  postsOf,
  unseenPostsText,
  withNewestPage,
  withNextPage,
} from './new-posts.ts';

const page = (uids: string, nextCursor: string | null = null): PostPage => ({
  posts: [...uids].map((uid) => fakePost(uid)),
  nextCursor,
});
const list = (...pages: PostPage[]) => ({ pages });
const order = (pages: readonly PostPage[]) =>
  postsOf(pages)
    .map(({ uid }) => uid)
    .join('');
const topOf = (uids: string, announced = '') => feedTopOf(page(uids).posts, new Set(announced));

test('posts that are missing above a list are counted from the newest post of its first page', () => {
  expect(topOf('cba')).toEqual({ newest: 'c', above: 0 });
  expect(topOf('zcba', 'z')).toEqual({ newest: 'c', above: 1 });
  expect(topOf('z', 'z')).toEqual({ newest: undefined, above: 1 });
  expect(topOf('')).toEqual({ newest: undefined, above: 0 });
});

test('an own post on screen is not counted as new', () => {
  expect(countUnseenPosts(3, { newest: 'c', above: 1 }).count).toBe(2);
  // The count was read before the post was created.
  expect(countUnseenPosts(0, { newest: 'c', above: 1 }).count).toBe(0);
});

test('the text says how many posts are new', () => {
  const words = [1, 2, 49, 50].map((fresh) => unseenPostsText(countUnseenPosts(fresh, topOf('a'))));
  expect(words).toEqual([
    '1 nova publicação',
    '2 novas publicações',
    '49 novas publicações',
    '50+ novas publicações',
  ]);
});

test('new posts are added above in their order, with own ones among them', () => {
  const before = list(page('zcb', 'k'), page('a'));
  const after = withNewestPage(before, page('fzedcb', 'x'), topOf('zcba', 'z'));
  expect(order(after.pages)).toBe('fzedcba');
  expect(after.pages[0]?.nextCursor).toBe('k');
  expect(firstNewPostUid(postsOf(before.pages), postsOf(after.pages))).toBe('f');
});

test('an own post that is missing on the page stays below the new posts', () => {
  const after = withNewestPage(list(page('zb')), page('cb'), topOf('zb', 'z'));
  expect(order(after.pages)).toBe('czb');
});

test('a post repeated further down is shown once', () => {
  expect(order([page('cb'), page('ba')])).toBe('cba');
  const after = withNewestPage(list(page('b'), page('ca')), page('cb'), topOf('b'));
  expect(order(after.pages)).toBe('cba');
});

test('the list starts again when there are more new posts than a page contains', () => {
  const after = withNewestPage(list(page('cb', 'k'), page('a')), page('zyx', 'n'), topOf('cba'));
  expect(after).toEqual({ pages: [page('zyx', 'n')] });
});

test('an empty list becomes the page', () => {
  const after = withNewestPage(list(page('')), page('ba'), topOf(''));
  expect(order(after.pages)).toBe('ba');
});

test('the next page is added below, unless the list has started again in the meantime', () => {
  const before = list(page('dc', 'k'));
  expect(order(withNextPage(before, 'k', page('ba')).pages)).toBe('dcba');
  const anew = list(page('zy', 'n'));
  expect(withNextPage(anew, 'k', page('ba'))).toBe(anew);
});
