import { createSeededRandom } from '../../fixtures/data/seeded.ts';

/** Random choices that depend only on a seed. */
export interface RandomChoices {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number;
  /** An integer from `min` to `max`. */
  integer(min: number, max: number): number;
  pick<T>(from: readonly T[]): T;
  chance(probability: number): boolean;
}

export function seededRandom(seed: number): RandomChoices {
  const next = createSeededRandom(seed);
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    pick: <T>(from: readonly T[]): T => {
      if (from.length === 0) throw new Error('nothing to choose from');
      return from[integer(0, from.length - 1)] as T;
    },
    chance: (probability) => next() < probability,
  };
}
