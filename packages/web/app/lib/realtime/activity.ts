import { limits } from '@guilda/contract/limits';
import type { BrowserTimers } from './ports.ts';

/** Minimum time between two activity events while the person reads or writes, in ms. */
const MIN_ACTIVITY_INTERVAL_MS = 60_000;

interface ActivityReporterDeps {
  readonly timers: BrowserTimers;
  now(): number;
  send(): void;
}

/** Decides when to tell the server that the person is active (`docs/product/community.md`). */
export interface ActivityReporter {
  /** Call when the person has opened another page; an event is sent once they stay there for a second. */
  pageOpened(): void;
  /** Call when the person has used the page; an event is sent at most once a minute. */
  pageUsed(): void;
  stop(): void;
}

export function createActivityReporter({
  timers,
  now,
  send,
}: ActivityReporterDeps): ActivityReporter {
  let sentAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  const stop = () => {
    cancel?.();
    cancel = null;
  };
  const sendNow = () => {
    stop();
    sentAt = now();
    send();
  };
  return {
    pageOpened: () => {
      stop();
      cancel = timers.after(limits.activityDelayMs, sendNow);
    },
    pageUsed: () => {
      if (now() - sentAt >= MIN_ACTIVITY_INTERVAL_MS) sendNow();
    },
    stop,
  };
}
