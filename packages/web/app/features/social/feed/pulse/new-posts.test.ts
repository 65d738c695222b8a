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

const buildPage = (uids: string, nextCursor: string | null = null): PostPage => ({
  posts: [...uids].map((uid) => fakePost(uid)),
  nextCursor,
});
const buildPagedPosts = (...pages: PostPage[]) => ({ pages });
const uidOrder = (pages: readonly PostPage[]) =>
  postsOf(pages)
    .map(({ uid }) => uid)
    .join('');
const buildFeedTop = (uids: string, announcedUids = '') =>
  feedTopOf(buildPage(uids).posts, new Set(announcedUids));

test('posts that are missing above a list are counted from the newest post of its first page', () => {
  expect(buildFeedTop('cba')).toEqual({ newestUid: 'c', ownPostsAbove: 0 });
  expect(buildFeedTop('zcba', 'z')).toEqual({ newestUid: 'c', ownPostsAbove: 1 });
  expect(buildFeedTop('z', 'z')).toEqual({ newestUid: undefined, ownPostsAbove: 1 });
  expect(buildFeedTop('')).toEqual({ newestUid: undefined, ownPostsAbove: 0 });
});

test('an own post on screen is not counted as new', () => {
  expect(countUnseenPosts(3, { newestUid: 'c', ownPostsAbove: 1 }).count).toBe(2);
  // The server counted 0 new posts before the own post was published. Subtracting the own post must not give -1.
  expect(countUnseenPosts(0, { newestUid: 'c', ownPostsAbove: 1 }).count).toBe(0);
});

test('the text says how many posts are new', () => {
  const labels = [1, 2, 49, 50].map((freshCount) =>
    unseenPostsText(countUnseenPosts(freshCount, buildFeedTop('a'))),
  );
  expect(labels).toEqual([
    '1 nova publicação',
    '2 novas publicações',
    '49 novas publicações',
    '50+ novas publicações',
  ]);
});

test('new posts are added above in their order, with own ones among them', () => {
  const listBefore = buildPagedPosts(buildPage('zcb', 'k'), buildPage('a'));
  const listAfter = withNewestPage(listBefore, buildPage('fzedcb', 'x'), buildFeedTop('zcba', 'z'));
  expect(uidOrder(listAfter.pages)).toBe('fzedcba');
  expect(listAfter.pages[0]?.nextCursor).toBe('k');
  expect(firstNewPostUid(postsOf(listBefore.pages), postsOf(listAfter.pages))).toBe('f');
});

test('an own post that is missing on the page stays below the new posts', () => {
  const listAfter = withNewestPage(
    buildPagedPosts(buildPage('zb')),
    buildPage('cb'),
    buildFeedTop('zb', 'z'),
  );
  expect(uidOrder(listAfter.pages)).toBe('czb');
});

test('a post repeated further down is shown once', () => {
  expect(uidOrder([buildPage('cb'), buildPage('ba')])).toBe('cba');
  const listAfter = withNewestPage(
    buildPagedPosts(buildPage('b'), buildPage('ca')),
    buildPage('cb'),
    buildFeedTop('b'),
  );
  expect(uidOrder(listAfter.pages)).toBe('cba');
});

test('the list starts again when there are more new posts than a page contains', () => {
  const listAfter = withNewestPage(
    buildPagedPosts(buildPage('cb', 'k'), buildPage('a')),
    buildPage('zyx', 'n'),
    buildFeedTop('cba'),
  );
  expect(listAfter).toEqual({ pages: [buildPage('zyx', 'n')] });
});

test('an empty list becomes the page', () => {
  const listAfter = withNewestPage(
    buildPagedPosts(buildPage('')),
    buildPage('ba'),
    buildFeedTop(''),
  );
  expect(uidOrder(listAfter.pages)).toBe('ba');
});

test('the next page is added below, unless the list has started again in the meantime', () => {
  const listBefore = buildPagedPosts(buildPage('dc', 'k'));
  expect(uidOrder(withNextPage(listBefore, 'k', buildPage('ba')).pages)).toBe('dcba');
  const replacedList = buildPagedPosts(buildPage('zy', 'n'));
  expect(withNextPage(replacedList, 'k', buildPage('ba'))).toBe(replacedList);
});
