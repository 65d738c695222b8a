import type { Clock } from '../src/ports/clock.ts';

/** A clock that moves only when told. */
export interface FakeClock extends Clock {
  /** Moves on by `ms`; backwards when negative. */
  advance(ms: number): void;
}

/** A {@link FakeClock} that stands at `start`. */
export function fakeClock(start = '2026-11-20T12:00:00.000Z'): FakeClock {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    advance: (ms) => {
      time += ms;
    },
  };
}
