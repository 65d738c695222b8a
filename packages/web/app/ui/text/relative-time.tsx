import { useSyncExternalStore } from 'react';
import { fullDateTimeText } from '../../lib/format/date-text.ts';
import { serverNowMs } from '../../lib/format/server-time.ts';
import { relativeTimeText } from './relative-time-text.ts';

const TICK_MS = 30_000;
const tickListeners = new Set<() => void>();
let tickTimer: ReturnType<typeof setInterval> | undefined;
let lastTickMs = 0;

function subscribeToTicks(listener: () => void) {
  tickListeners.add(listener);
  tickTimer ??= setInterval(() => {
    lastTickMs = Date.now();
    for (const each of tickListeners) each();
  }, TICK_MS);
  return () => {
    tickListeners.delete(listener);
    if (tickListeners.size > 0) return;
    clearInterval(tickTimer);
    tickTimer = undefined;
    lastTickMs = 0;
  };
}

function currentTickMs() {
  if (lastTickMs === 0) lastTickMs = Date.now();
  return lastTickMs;
}

/**
 * The age of a moment in words, by the clock of the server and updated regularly. During hydration the server's text
 * stays and is replaced right after: a changed `key` creates a new element, because React would keep the differing text.
 */
export function RelativeTime({
  value,
  className,
}: {
  value: string;
  className?: string | undefined;
}) {
  const tickMs = useSyncExternalStore(subscribeToTicks, currentTickMs, () => null);
  const timeMs = Date.parse(value);
  const isLive = tickMs !== null;
  return (
    <time
      key={isLive ? 'live' : 'still'}
      dateTime={value}
      title={isLive ? fullDateTimeText(new Date(timeMs)) : undefined}
      className={className}
      suppressHydrationWarning
    >
      {relativeTimeText(timeMs, serverNowMs())}
    </time>
  );
}
