import { randomUUID } from 'node:crypto';
import { rateLimits } from '@guilda/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RateLimiter } from '../../src/platform/limits/rate-limiter.ts';

/** Rate limiters that count together, one per node, with the limits of the contract. */
export interface RateLimiterHarness {
  readonly nodes: readonly RateLimiter[];
  /** Resolves once earlier attempts of `key` no longer count for the limit `posts`. */
  pass(key: string): Promise<void>;
  close(): Promise<void>;
}

const { points, seconds } = rateLimits.posts;

/** Makes attempts at once, at the nodes in turn; returns how many were accepted. */
export async function countAccepted(
  nodes: readonly RateLimiter[],
  key: string,
  attempts: number,
): Promise<number> {
  const outcomes = await Promise.all(
    Array.from({ length: attempts }, (_, n) => nodes[n % nodes.length]?.take('posts', key)),
  );
  return outcomes.filter((outcome) => outcome?.ok).length;
}

/** Tests that every {@link RateLimiter} must pass. */
export function describeRateLimiter(
  name: string,
  createHarness: () => Promise<RateLimiterHarness>,
): void {
  describe(`rate limiter: ${name}`, () => {
    let harness: RateLimiterHarness;
    beforeAll(async () => {
      harness = await createHarness();
    });
    afterAll(() => harness?.close());
    const node = (n: number) => harness.nodes[n % harness.nodes.length] as RateLimiter;

    it('allows as many attempts as the limit says, separately for each key and limit', async () => {
      const key = randomUUID();
      expect(await countAccepted(harness.nodes, key, points + 7)).toBe(points);
      expect(await node(0).take('posts', randomUUID())).toEqual({ ok: true, value: undefined });
      expect(await node(0).take('comments', key)).toMatchObject({ ok: true });
    });

    it('returns how long to wait after a refusal', async () => {
      const key = randomUUID();
      await countAccepted(harness.nodes, key, points);
      const refusal = await node(1).take('posts', key);
      expect(refusal).toMatchObject({ ok: false, code: 'rate_limited' });
      const retryAfterMs = refusal.ok ? 0 : (refusal.detail?.retryAfterMs ?? 0);
      expect(retryAfterMs).toBeGreaterThan((seconds - 60) * 1000);
      expect(retryAfterMs).toBeLessThanOrEqual(seconds * 1000);
    });

    it('allows attempts again that were given back, however many were refused meanwhile', async () => {
      const key = randomUUID();
      await countAccepted(harness.nodes, key, points + 5);
      for (let n = 0; n < 3; n += 1) await node(n).giveBack('posts', key);
      expect(await countAccepted(harness.nodes, key, points)).toBe(3);
    });

    it('allows no more than the limit when a point is given back that was never taken', async () => {
      const key = randomUUID();
      await node(0).giveBack('posts', key);
      expect(await countAccepted(harness.nodes, key, points + 5)).toBe(points);
    });

    it('reports whether a point is available, without taking one', async () => {
      const key = randomUUID();
      const readAllowed = () =>
        Promise.all(harness.nodes.map((limiter) => limiter.allows('posts', key)));
      const allAllowed = harness.nodes.map(() => true);
      for (let n = 0; n < 3; n += 1) expect(await readAllowed()).toEqual(allAllowed);
      expect(await countAccepted(harness.nodes, key, points - 1)).toBe(points - 1);
      for (let n = 0; n < 3; n += 1) expect(await readAllowed()).toEqual(allAllowed);
      expect(await countAccepted(harness.nodes, key, 5)).toBe(1);
      expect(await readAllowed()).toEqual(allAllowed.map(() => false));
      expect(await node(0).allows('posts', randomUUID())).toBe(true);
      expect(await node(0).allows('comments', key)).toBe(true);
      await node(1).giveBack('posts', key);
      expect(await readAllowed()).toEqual(allAllowed);
      expect(await countAccepted(harness.nodes, key, 5)).toBe(1);
    });

    it('allows as many attempts again once the time is over', async () => {
      const key = randomUUID();
      await countAccepted(harness.nodes, key, points);
      await harness.pass(key);
      expect(await node(0).allows('posts', key)).toBe(true);
      expect(await countAccepted(harness.nodes, key, points + 5)).toBe(points);
      expect(await node(1).allows('posts', key)).toBe(false);
    });

    it('gives back no more than was taken, also concurrently', async () => {
      const key = randomUUID();
      await countAccepted(harness.nodes, key, 2);
      await Promise.all(Array.from({ length: 9 }, (_, n) => node(n).giveBack('posts', key)));
      expect(await countAccepted(harness.nodes, key, points + 5)).toBe(points);
    });
  });
}
