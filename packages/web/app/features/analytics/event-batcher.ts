import { limits } from '@guilda/contract/limits';
import type { AnalyticsEvent } from '@guilda/contract/privacy/analytics';

/** How long events are collected before they are sent, in ms. */
export const BATCH_DELAY_MS = 4_000;

export interface SendOptions {
  /** Whether the page is being closed; the request must then complete without the page. */
  readonly leaving: boolean;
}

/**
 * Collects events and sends them together: `BATCH_DELAY_MS` after the first one, when a batch is full, or when the page
 * is left.
 */
export function createEventBatcher(
  transmit: (events: readonly AnalyticsEvent[], sendOptions: SendOptions) => void,
) {
  let collectedEvents: AnalyticsEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const dropCollected = () => {
    clearTimeout(timer);
    timer = undefined;
    collectedEvents = [];
  };
  const send = (options: SendOptions) => {
    const events = collectedEvents;
    dropCollected();
    if (events.length > 0) transmit(events, options);
  };
  return {
    add(event: AnalyticsEvent): void {
      collectedEvents.push(event);
      if (collectedEvents.length >= limits.analyticsEvents) send({ leaving: false });
      else timer ??= setTimeout(() => send({ leaving: false }), BATCH_DELAY_MS);
    },
    /** Sends the collected events. */
    send,
    /** Discards the collected events. */
    drop: dropCollected,
  };
}
