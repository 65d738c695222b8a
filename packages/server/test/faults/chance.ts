import { seeded } from '../fixtures/data/seeded.ts';

/** Numbers that look random and are the same for the same seed. */
export interface SeededRandom {
  /** Between `from` and `to`, the latter left out. */
  between(from: number, to: number): number;
  /** A whole number below `count`. */
  below(count: number): number;
  pick<T>(list: readonly T[]): T;
}

export function chanceOf(seed: number): SeededRandom {
  const next = seeded(seed);
  const below = (count: number) => Math.floor(next() * count);
  return {
    between: (from, to) => from + next() * (to - from),
    below,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
  };
}
