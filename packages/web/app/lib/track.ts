import type { AnalyticsEvent } from '@guilda/contract/analytics';
import { useEffect, useRef } from 'react';
import { readConsent, useConsent } from './consent.ts';

/** Events that wait for the code that tells them. */
const MAX_WAITING = 20;
const waiting: AnalyticsEvent[] = [];
let taker: ((event: AnalyticsEvent) => void) | null = null;

/** Counts an event (`spec §7`), if the visitor has agreed to that; else it is forgotten at once. */
export function track(event: AnalyticsEvent): void {
  if (readConsent() !== 'accepted') return;
  if (taker) taker(event);
  else if (waiting.length < MAX_WAITING) waiting.push(event);
}

/** Forgets what waits: the visitor took the agreement back. */
export function forgetTracked(): void {
  waiting.length = 0;
}

/** Hands all events, waiting ones first, to `take` until the returned function is called. */
export function takeTracked(take: (event: AnalyticsEvent) => void): () => void {
  taker = take;
  for (const event of waiting.splice(0)) take(event);
  return () => {
    taker = null;
  };
}

/** Counts `event` once for each `key`: what the page shows now; null for nothing to count. */
export function useTracked(event: AnalyticsEvent | null, key: string): void {
  const agreed = useConsent() === 'accepted';
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (!agreed || event === null || told.current === key) return;
    told.current = key;
    track(event);
  });
}
