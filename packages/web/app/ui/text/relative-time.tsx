import { useSyncExternalStore } from 'react';
import { relativeTimeText } from './relative-time-text.ts';

const TICK_MS = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

function subscribeToTicks(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    now = 0;
  };
}

function currentTick() {
  if (now === 0) now = Date.now();
  return now;
}

const absoluteFormat = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' });

/**
 * The age of a moment in words, updated regularly. During hydration the server's text stays and is replaced right
 * after: a changed `key` creates a new element, because React would keep the differing text.
 */
export function RelativeTime({
  value,
  className,
}: {
  value: string;
  className?: string | undefined;
}) {
  const current = useSyncExternalStore(subscribeToTicks, currentTick, () => null);
  const moment = Date.parse(value);
  const live = current !== null;
  return (
    <time
      key={live ? 'live' : 'still'}
      dateTime={value}
      title={live ? absoluteFormat.format(moment) : undefined}
      className={className}
      suppressHydrationWarning
    >
      {relativeTimeText(moment, Math.max(current ?? 0, Date.now()))}
    </time>
  );
}
