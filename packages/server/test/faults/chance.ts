/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface Chance {
  /** Between `from` and `to`, the latter left out. */
  between(from: number, to: number): number;
  /** A whole number below `count`. */
  below(count: number): number;
  pick<T>(list: readonly T[]): T;
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    between: (from, to) => from + next() * (to - from),
    below,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
  };
}
