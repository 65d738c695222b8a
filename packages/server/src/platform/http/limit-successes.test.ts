import { setTimeout } from 'node:timers/promises';
import { rateLimits } from '@guilda/contract/limits';
import { orderEndpoints } from '@guilda/contract/orders/orders';
import { describe, expect, it } from 'vitest';
import type { Person } from '../actor.ts';
import { createMemoryRateLimiter } from '../limits/rate-limiter.ts';
import { err, errCounted, ok, okReplayed } from '../result.ts';
import { limitSuccesses } from './limit-successes.ts';

const POINTS = 2;

const person: Person = {
  kind: 'person',
  uid: 'ana',
  role: 'user',
  sessionId: 's',
  adult: false,
  blocks: false,
};
const requestWith = (idempotencyKey: string) => ({ actor: person, idempotencyKey });

/** A handler that places an order for each new key, after a moment, and counts the orders. */
function createShop() {
  const keys = new Set<string>();
  const placeOrder = async ({ idempotencyKey }: ReturnType<typeof requestWith>) => {
    if (idempotencyKey === 'refused') return err('service_unavailable');
    if (idempotencyKey === 'unpaid') return errCounted('payment_unavailable');
    const isRepeated = keys.has(idempotencyKey);
    keys.add(idempotencyKey);
    await setTimeout(5);
    return isRepeated ? okReplayed(undefined) : ok(undefined);
  };
  const limiter = createMemoryRateLimiter(POINTS / rateLimits.orders.points);
  const placeLimited = limitSuccesses(orderEndpoints.checkout, placeOrder, limiter);
  return { keys, buy: (key: string) => placeLimited(requestWith(key)) };
}

const refusal = { ok: false, code: 'rate_limited' };

describe('a limit of successes', () => {
  it('does not count repeated and refused requests', async () => {
    const shop = createShop();
    for (const key of ['a', 'a', 'refused', 'a', 'b'])
      expect(await shop.buy(key), key).not.toMatchObject(refusal);
    expect(await shop.buy('c')).toMatchObject(refusal);
    expect([...shop.keys]).toEqual(['a', 'b']);
  });

  it('counts a refused request that changed something', async () => {
    const shop = createShop();
    for (let n = 0; n < POINTS; n += 1)
      expect(await shop.buy('unpaid')).toMatchObject({ code: 'payment_unavailable' });
    expect(await shop.buy('a')).toMatchObject(refusal);
  });

  it('lets all requests with one key pass that run at the same time, for one point', async () => {
    const shop = createShop();
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => shop.buy('a')));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(100);
    expect(await shop.buy('b')).toMatchObject({ ok: true });
    expect(await shop.buy('c')).toMatchObject(refusal);
  });

  it('returns a shared point when all of its requests are refused', async () => {
    const shop = createShop();
    await Promise.all(Array.from({ length: 100 }, () => shop.buy('refused')));
    await Promise.all(['a', 'b'].map(shop.buy));
    expect([...shop.keys]).toEqual(['a', 'b']);
    expect(await shop.buy('c')).toMatchObject(refusal);
  });

  it('takes a point for each of the requests without a key', async () => {
    const shop = createShop();
    const outcomes = await Promise.all([shop.buy(''), shop.buy(''), shop.buy('')]);
    expect(outcomes.filter((outcome) => !outcome.ok)).toHaveLength(1);
  });

  it('refuses all requests with one key together when no point is left', async () => {
    const shop = createShop();
    await Promise.all(['a', 'b'].map(shop.buy));
    const outcomes = await Promise.all([shop.buy('c'), shop.buy('c')]);
    expect(outcomes).toMatchObject([refusal, refusal]);
    expect([...shop.keys]).toEqual(['a', 'b']);
  });
});
