/** Random choices that grow from a seed. */
export interface Random {
  /** A number from 0 to 1, without 1. */
  next(): number;
  /** An integer from `min` to `max`. */
  integer(min: number, max: number): number;
  pick<T>(from: readonly T[]): T;
  chance(probability: number): boolean;
}

/** The generator mulberry32: small, and the same on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
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
