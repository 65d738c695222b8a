import { expect, test } from 'vitest';
import { fakePost } from '../../model/fake-post.ts';
import { postsNearestToWindow, pulseChanges } from './pulse-changes.ts';

const shownPosts = [fakePost('a', { likes: 1 }), fakePost('b'), fakePost('c')];
const neverMatches = () => false;
const postCounts = (uid: string, likes: number, commentCount: number, liked = false) => ({
  uid,
  likes,
  liked,
  commentCount,
});

test('the changes contain changed counters and the requested posts that are deleted', () => {
  const answer = [postCounts('a', 1, 0), postCounts('b', 4, 2)];
  expect(pulseChanges(['a', 'b', 'c'], answer, shownPosts, neverMatches)).toEqual({
    changes: [{ uid: 'b', patch: { likes: 4, commentCount: 2 } }],
    goneUids: ['c'],
  });
});

test('a post that the administrator has just hidden stays on their screen', () => {
  const hiddenPost = {
    ...shownPosts[0],
    hidden: { reason: 'Ofende quem lê.' },
  } as (typeof shownPosts)[number];
  expect(pulseChanges([hiddenPost.uid], [], [hiddenPost], neverMatches).goneUids).toEqual([]);
});

test('a post that was not requested does not count as deleted', () => {
  expect(pulseChanges(['a'], [postCounts('a', 1, 0)], shownPosts, neverMatches).goneUids).toEqual(
    [],
  );
});

test('a like that is being sent is not changed, but the number of comments is', () => {
  const answer = [postCounts('a', 0, 3, false)];
  const { changes } = pulseChanges(['a'], answer, shownPosts, (uid) => uid === 'a');
  expect(changes).toEqual([{ uid: 'a', patch: { commentCount: 3 } }]);
});

test('a like from another tab is shown', () => {
  const { changes } = pulseChanges(['b'], [postCounts('b', 1, 0, true)], shownPosts, neverMatches);
  expect(changes).toEqual([{ uid: 'b', patch: { likes: 1, liked: true } }]);
});

test('the pulse requests the posts on screen and their neighbours', () => {
  const positions = ['a', 'b', 'c', 'd', 'e'].map((uid, index) => ({
    uid,
    top: index * 500 - 1000,
    bottom: index * 500 - 520,
  }));
  expect(postsNearestToWindow(positions, 800, 2)).toEqual(['c', 'd']);
  expect(postsNearestToWindow(positions, 800, 3)).toEqual(['b', 'c', 'd']);
  expect(postsNearestToWindow(positions, 800, 9)).toHaveLength(5);
});
