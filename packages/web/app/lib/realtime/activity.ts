import { limits } from '@guilda/contract/limits';
import type { Timers } from './ports.ts';

/** Somebody who reads or writes is there: told so often at most, in ms. */
const STIR_MS = 60_000;

interface ActivityDeps {
  readonly timers: Timers;
  now(): number;
  tell(): void;
}

/** Decides when the server is told that the person is there (`spec §4`, `product §6`). */
export interface Activity {
  /** Another page: told once the person stays for a second. */
  moved(): void;
  /** A sign of the person: told unless they were told of in the last minute. */
  stirred(): void;
  stop(): void;
}

export function createActivity({ timers, now, tell }: ActivityDeps): Activity {
  let told = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  const stop = () => {
    cancel?.();
    cancel = null;
  };
  const tellNow = () => {
    stop();
    told = now();
    tell();
  };
  return {
    moved: () => {
      stop();
      cancel = timers.after(limits.activityDelayMs, tellNow);
    },
    stirred: () => {
      if (now() - told >= STIR_MS) tellNow();
    },
    stop,
  };
}
