import { expect, test } from 'vitest';
import { fakePost } from '../../model/fake-post.ts';
import { postsNearestToWindow, pulseChanges } from './pulse-changes.ts';

const shownPosts = [fakePost('a', { likes: 1 }), fakePost('b'), fakePost('c')];
const never = () => false;
const postCounts = (uid: string, likes: number, commentCount: number, liked = false) => ({
  uid,
  likes,
  liked,
  commentCount,
});

test('returns what changed, and which requested posts are gone', () => {
  const answer = [postCounts('a', 1, 0), postCounts('b', 4, 2)];
  expect(pulseChanges(['a', 'b', 'c'], answer, shownPosts, never)).toEqual({
    changes: [{ uid: 'b', patch: { likes: 4, commentCount: 2 } }],
    gone: ['c'],
  });
});

test('what the team has just hidden stays on the screen that shows it as hidden', () => {
  const hidden = {
    ...shownPosts[0],
    hidden: { reason: 'Ofende quem lê.' },
  } as (typeof shownPosts)[number];
  expect(pulseChanges([hidden.uid], [], [hidden], never).gone).toEqual([]);
});

test('what was not asked for is not gone', () => {
  expect(pulseChanges(['a'], [postCounts('a', 1, 0)], shownPosts, never).gone).toEqual([]);
});

test('an own like on its way is left alone, comments are not', () => {
  const answer = [postCounts('a', 0, 3, false)];
  const { changes } = pulseChanges(['a'], answer, shownPosts, (uid) => uid === 'a');
  expect(changes).toEqual([{ uid: 'a', patch: { commentCount: 3 } }]);
});

test('a like given in another tab shows', () => {
  const { changes } = pulseChanges(['b'], [postCounts('b', 1, 0, true)], shownPosts, never);
  expect(changes).toEqual([{ uid: 'b', patch: { likes: 1, liked: true } }]);
});

test('asks for what the window shows and what is next to it', () => {
  const placed = ['a', 'b', 'c', 'd', 'e'].map((uid, at) => ({
    uid,
    top: at * 500 - 1000,
    bottom: at * 500 - 520,
  }));
  expect(postsNearestToWindow(placed, 800, 2)).toEqual(['c', 'd']);
  expect(postsNearestToWindow(placed, 800, 3)).toEqual(['b', 'c', 'd']);
  expect(postsNearestToWindow(placed, 800, 9)).toHaveLength(5);
});
