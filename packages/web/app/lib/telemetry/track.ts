import type { AnalyticsEvent } from '@guilda/contract/analytics';
import { useEffect, useRef } from 'react';
import { readConsent, useConsent } from '../session/consent.ts';

/** Maximum number of events queued until the sending code is loaded. */
const MAX_QUEUED_EVENTS = 20;
const queuedEvents: AnalyticsEvent[] = [];
let eventListener: ((event: AnalyticsEvent) => void) | null = null;

/** Counts an event if the visitor has agreed to that; otherwise drops it at once. */
export function trackEvent(event: AnalyticsEvent): void {
  if (readConsent() !== 'accepted') return;
  if (eventListener) eventListener(event);
  else if (queuedEvents.length < MAX_QUEUED_EVENTS) queuedEvents.push(event);
}

/** Drops queued events: the visitor withdrew consent. */
export function clearQueuedEvents(): void {
  queuedEvents.length = 0;
}

/** Hands all events, waiting ones first, to `listener` until the returned function is called. */
export function subscribeToEvents(listener: (event: AnalyticsEvent) => void): () => void {
  eventListener = listener;
  for (const event of queuedEvents.splice(0)) listener(event);
  return () => {
    eventListener = null;
  };
}

/** Counts `event` once for each `key`: what the page shows now; null for nothing to count. */
export function useTrackOnce(event: AnalyticsEvent | null, key: string): void {
  const agreed = useConsent() === 'accepted';
  const sentKey = useRef<string | null>(null);
  useEffect(() => {
    if (!agreed || event === null || sentKey.current === key) return;
    sentKey.current = key;
    trackEvent(event);
  });
}
