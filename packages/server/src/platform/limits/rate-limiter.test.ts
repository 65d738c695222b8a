import { rateLimits } from '@guilda/contract/limits';
import { expect, it } from 'vitest';
import { memoryRateLimiter, type RateLimiter } from './rate-limiter.ts';

const { points } = rateLimits.posts;

/** How many of so many attempts are let through. */
async function taken(limiter: RateLimiter, attempts: number): Promise<number> {
  const outcomes = await Promise.all(
    Array.from({ length: attempts }, () => limiter.take('posts', 'a')),
  );
  return outcomes.filter(({ ok }) => ok).length;
}

it('lets through as many as the limit says, each key for itself', async () => {
  const limiter = memoryRateLimiter(1);
  expect(await taken(limiter, points + 5)).toBe(points);
  expect(await limiter.take('posts', 'b')).toMatchObject({ ok: true });
});

it('lets through what was given back, however many were refused meanwhile', async () => {
  const limiter = memoryRateLimiter(1);
  await taken(limiter, points + 5);
  for (let n = 0; n < 3; n += 1) await limiter.giveBack('posts', 'a');
  expect(await taken(limiter, points)).toBe(3);
});

it('lets through no more than the limit for what is given back when nothing counts', async () => {
  const limiter = memoryRateLimiter(1);
  await limiter.giveBack('posts', 'a');
  expect(await taken(limiter, points + 5)).toBe(points);
});
