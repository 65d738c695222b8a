import { expect } from 'vitest';

/**
 * Holds `act`, which answers what it took in ms, to `limit`: one of a few rounds has to keep it. A busy
 * machine is slow at times, a slow program always.
 */
export async function expectWithin(
  limit: number,
  act: () => Promise<number>,
  rounds = 4,
): Promise<void> {
  const took: number[] = [];
  while (took.length < rounds && !took.some((ms) => ms < limit)) took.push(await act());
  expect(Math.min(...took), `ms taken: ${took.map(Math.round).join(', ')}`).toBeLessThan(limit);
}
