import type { AnalyticsEvent } from '@guilda/contract/analytics';
import { useEffect, useRef } from 'react';
import { readConsent, useConsent } from '../session/consent.ts';

/** Maximum number of events queued until the sending code is loaded. */
const MAX_WAITING = 20;
const waiting: AnalyticsEvent[] = [];
let taker: ((event: AnalyticsEvent) => void) | null = null;

/** Counts an event if the visitor has agreed to that; otherwise drops it at once. */
export function track(event: AnalyticsEvent): void {
  if (readConsent() !== 'accepted') return;
  if (taker) taker(event);
  else if (waiting.length < MAX_WAITING) waiting.push(event);
}

/** Drops queued events: the visitor withdrew consent. */
export function forgetTracked(): void {
  waiting.length = 0;
}

/** Hands all events, waiting ones first, to `take` until the returned function is called. */
export function subscribeToEvents(take: (event: AnalyticsEvent) => void): () => void {
  taker = take;
  for (const event of waiting.splice(0)) take(event);
  return () => {
    taker = null;
  };
}

/** Counts `event` once for each `key`: what the page shows now; null for nothing to count. */
export function useTracked(event: AnalyticsEvent | null, key: string): void {
  const agreed = useConsent() === 'accepted';
  const sentKey = useRef<string | null>(null);
  useEffect(() => {
    if (!agreed || event === null || sentKey.current === key) return;
    sentKey.current = key;
    track(event);
  });
}
