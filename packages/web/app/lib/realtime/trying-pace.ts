import type { RealtimePorts } from './ports.ts';

/** Most cuts are short, and what was missed must be on screen soon after: for this long, in ms… */
const EAGER_FOR_MS = 5 * 60_000;
/** …a try follows the failed one so soon, in ms, give or take a quarter: not everybody at once. */
const EAGER_MS = 2_000;
const SLOW_MS = 30_000;

/** When to try next, after a round of tries has failed. */
export interface Pace {
  /** Runs `work` when the next try is due; only the latest is kept. */
  next(work: () => void): void;
  stop(): void;
  /** The connection stands: what comes next is a new cut. */
  reset(): void;
}

type Ports = Pick<RealtimePorts, 'timers' | 'surroundings' | 'now' | 'random'>;

export function tryingPace({ timers, surroundings, now, random }: Ports): Pace {
  let since: number | null = null;
  let cancel: (() => void) | null = null;
  const stop = () => {
    cancel?.();
    cancel = null;
  };
  return {
    next: (work) => {
      stop();
      since ??= now();
      const eager = surroundings.visible() && now() - since < EAGER_FOR_MS;
      const wait = (eager ? EAGER_MS : SLOW_MS) * (0.75 + random() / 2);
      cancel = timers.after(wait, work);
    },
    stop,
    reset: () => {
      stop();
      since = null;
    },
  };
}
