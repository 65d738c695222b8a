import type { AnalyticsEvent } from '@guilda/contract/analytics';
import { limits } from '@guilda/contract/limits';

/** How long events are gathered before they are sent, in ms. */
export const BATCH_DELAY_MS = 4_000;

/** `leaving`: the page is being left, so the request must survive the page. */
export interface SendOptions {
  readonly leaving: boolean;
}

/** Gathers events and sends them together: after a while, when a batch is full, when the page is left. */
export function createEventBatcher(
  transmit: (events: readonly AnalyticsEvent[], how: SendOptions) => void,
) {
  let gathered: AnalyticsEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const drop = () => {
    clearTimeout(timer);
    timer = undefined;
    gathered = [];
  };
  const send = (how: SendOptions) => {
    const events = gathered;
    drop();
    if (events.length > 0) transmit(events, how);
  };
  return {
    add(event: AnalyticsEvent): void {
      gathered.push(event);
      if (gathered.length >= limits.analyticsEvents) send({ leaving: false });
      else timer ??= setTimeout(() => send({ leaving: false }), BATCH_DELAY_MS);
    },
    /** Sends what there is. */
    send,
    /** Forgets what there is. */
    drop,
  };
}
