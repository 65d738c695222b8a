import { rateLimits } from '@guilda/contract/limits';
import { expect, it } from 'vitest';
import { createFakeFanouts } from '../../../test/fixtures/fakes/fake-fanout.ts';
import { fakeTimers } from '../../../test/fixtures/fakes/fake-timers.ts';
import { createBroadcastRateLimiter } from './rate-limiter.ts';

const { points } = rateLimits.general;

function createLimiters() {
  const timers = fakeTimers();
  const fanouts = createFakeFanouts(3);
  const limiters = fanouts.map((fanout) => createBroadcastRateLimiter(1, fanout, timers));
  /** Makes this many attempts at a process; returns how many of them the limiter allows. */
  const countAllowed = async (processIndex: number, attempts: number) => {
    let count = 0;
    for (let n = 0; n < attempts; n += 1)
      if ((await limiters[processIndex]?.take('general', 'ana'))?.ok) count += 1;
    return count;
  };
  return { timers, fanouts, limiters, countAllowed };
}

it('counts attempts at other processes a tenth of a second later', async () => {
  const { timers, fanouts, countAllowed } = createLimiters();
  expect(await countAllowed(0, points - 10)).toBe(points - 10);
  expect(await countAllowed(1, 4)).toBe(4);
  timers.advance(100);
  expect(fanouts[0]?.published.length).toBe(1);
  expect(await countAllowed(1, points)).toBe(6);
  expect(await countAllowed(2, points)).toBe(6);
  timers.advance(100);
  for (const processIndex of [0, 1, 2]) expect(await countAllowed(processIndex, 5)).toBe(0);
});

it('does not count attempts that another process gave back', async () => {
  const { timers, limiters, countAllowed } = createLimiters();
  expect(await countAllowed(0, points)).toBe(points);
  timers.advance(100);
  await limiters[0]?.giveBack('general', 'ana');
  await limiters[0]?.giveBack('general', 'ana');
  timers.advance(100);
  expect(await countAllowed(1, 5)).toBe(2);
});

it('publishes nothing to other processes when all attempts were given back', async () => {
  const { timers, fanouts, limiters } = createLimiters();
  await limiters[0]?.take('general', 'ana');
  await limiters[0]?.giveBack('general', 'ana');
  timers.advance(100);
  expect(fanouts[0]?.published).toEqual([]);
  expect(timers.countPending()).toBe(0);
});
