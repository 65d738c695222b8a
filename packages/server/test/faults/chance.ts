import { createSeededRandom } from '../fixtures/data/seeded.ts';

/** Pseudorandom numbers that are equal for equal seeds. */
export interface SeededRandom {
  /** A number from `from` (included) to `to` (excluded). */
  between(from: number, to: number): number;
  /** An integer from 0 to `limit` (excluded). */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
}

export function openSeededRandom(seed: number): SeededRandom {
  const nextRandom = createSeededRandom(seed);
  const below = (limit: number) => Math.floor(nextRandom() * limit);
  return {
    between: (from, to) => from + nextRandom() * (to - from),
    below,
    pick: <T>(items: readonly T[]) => items[below(items.length)] as T,
  };
}
