import type { Timers } from '../src/ports/timers.ts';

/** Timers that run only when told. */
export interface FakeTimers extends Timers {
  /** Moves on by `ms` and runs what is due, in its order; what that calls for runs too when due. */
  advance(ms: number): void;
}

export function fakeTimers(): FakeTimers {
  let time = 0;
  let made = 0;
  const waiting = new Map<number, { readonly at: number; readonly due: () => void }>();
  const next = (until: number) =>
    [...waiting].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
  return {
    now: () => time,
    after: (ms, due) => {
      made += 1;
      const id = made;
      waiting.set(id, { at: time + ms, due });
      return () => waiting.delete(id);
    },
    advance: (ms) => {
      const end = time + ms;
      for (let one = next(end); one; one = next(end)) {
        const [id, { at, due }] = one;
        waiting.delete(id);
        time = at;
        due();
      }
      time = end;
    },
  };
}
