import type { AnalyticsEvent } from '@guilda/contract/privacy/analytics';
import { useEffect, useRef } from 'react';
import { readConsent, useConsent } from '../session/consent.ts';

/** Maximum number of events that wait until the code that sends them is loaded. */
const MAX_QUEUED_EVENTS = 20;
const queuedEvents: AnalyticsEvent[] = [];
let eventListener: ((event: AnalyticsEvent) => void) | null = null;

/** Passes an event to analytics if the visitor has consented; otherwise drops the event. */
export function trackEvent(event: AnalyticsEvent): void {
  if (readConsent() !== 'accepted') return;
  if (eventListener) eventListener(event);
  else if (queuedEvents.length < MAX_QUEUED_EVENTS) queuedEvents.push(event);
}

/** Drops waiting events, because the visitor has withdrawn the consent. */
export function clearQueuedEvents(): void {
  queuedEvents.length = 0;
}

/** Passes all events to `listener`, waiting ones first, until the returned function is called. */
export function subscribeToEvents(listener: (event: AnalyticsEvent) => void): () => void {
  eventListener = listener;
  for (const event of queuedEvents.splice(0)) listener(event);
  return () => {
    eventListener = null;
  };
}

/** Tracks `event` once for each value of `key`, which identifies the content on screen; null tracks nothing. */
export function useTrackOnce(event: AnalyticsEvent | null, key: string): void {
  const hasAgreed = useConsent() === 'accepted';
  const lastTrackedKey = useRef<string | null>(null);
  useEffect(() => {
    if (!hasAgreed || event === null || lastTrackedKey.current === key) return;
    lastTrackedKey.current = key;
    trackEvent(event);
  });
}
