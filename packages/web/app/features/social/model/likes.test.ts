import { expect, test, vi } from 'vitest';
import { createLikes, type LikeState } from './likes.ts';

/** A fake server whose answer to each request is given by the test. */
function createTestLikes() {
  const calls: { liked: boolean; answer: (likes: number) => void; refuse: () => void }[] = [];
  const shownStates: (LikeState & { settled: boolean })[] = [];
  const refused = vi.fn();
  let now = 100;
  const likes = createLikes({
    send: (_, liked) =>
      new Promise((resolve, reject) => {
        calls.push({
          liked,
          answer: (count) => resolve({ likes: count }),
          refuse: () => reject(new Error('não')),
        });
      }),
    show: (_, state, settled) => shownStates.push({ ...state, settled }),
    refused,
    now: () => now,
  });
  const waitUntilSettled = () => vi.waitFor(() => expect(shownStates.at(-1)?.settled).toBe(true));
  return {
    likes,
    calls,
    shownStates,
    refused,
    waitUntilSettled,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const notLiked: LikeState = { liked: false, likes: 7 };

test('a like that is being sent at the sign-out is not shown to the next person', async () => {
  const { likes, calls, shownStates, refused } = createTestLikes();
  likes.toggle('a', notLiked);
  likes.toggle('b', notLiked);
  likes.forget();
  expect(likes.isNewer('a', 0)).toBe(false);
  calls[0]?.answer(12);
  calls[1]?.refuse();
  await new Promise((resolve) => setImmediate(resolve));
  expect(shownStates.filter(({ settled }) => settled)).toEqual([]);
  expect(refused).not.toHaveBeenCalled();
});

test('a like shows before the server has answered, then as the server counts it', async () => {
  const { likes, calls, shownStates, waitUntilSettled } = createTestLikes();
  likes.toggle('a', notLiked);
  expect(shownStates).toEqual([{ liked: true, likes: 8, settled: false }]);
  calls[0]?.answer(12);
  await waitUntilSettled();
  expect(shownStates.at(-1)).toEqual({ liked: true, likes: 12, settled: true });
});

test('a refused like restores the previous state with a message', async () => {
  const { likes, calls, shownStates, refused, waitUntilSettled } = createTestLikes();
  likes.toggle('a', notLiked);
  calls[0]?.refuse();
  await waitUntilSettled();
  expect(shownStates.at(-1)).toEqual({ ...notLiked, settled: true });
  await vi.waitFor(() => expect(refused).toHaveBeenCalledOnce());
});

test('likes are sent one at a time when pressed repeatedly, and the last state wins', async () => {
  const { likes, calls, shownStates, waitUntilSettled } = createTestLikes();
  likes.toggle('a', notLiked);
  likes.toggle('a', { liked: true, likes: 8 });
  expect(calls).toHaveLength(1);
  expect(shownStates.at(-1)).toEqual({ ...notLiked, settled: false });
  calls[0]?.answer(8);
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.liked).toBe(false);
  calls[1]?.answer(7);
  await waitUntilSettled();
  expect(shownStates.at(-1)).toEqual({ ...notLiked, settled: true });
});

test('three presses send one request', async () => {
  const { likes, calls, shownStates, waitUntilSettled } = createTestLikes();
  for (const _ of [1, 2, 3]) likes.toggle('a', notLiked);
  calls[0]?.answer(8);
  await waitUntilSettled();
  expect(calls).toHaveLength(1);
  expect(shownStates.at(-1)).toEqual({ liked: true, likes: 8, settled: true });
});

test('a count that was requested before the answer to a like is ignored', async () => {
  const { likes, calls, waitUntilSettled, pass } = createTestLikes();
  likes.toggle('a', notLiked);
  expect(likes.isNewer('a', 100)).toBe(true);
  expect(likes.isNewer('b', 100)).toBe(false);
  pass(50);
  calls[0]?.answer(8);
  await waitUntilSettled();
  expect(likes.isNewer('a', 120)).toBe(true);
  expect(likes.isNewer('a', 151)).toBe(false);
});
