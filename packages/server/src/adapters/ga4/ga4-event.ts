import type { AnalyticsEvent } from '@guilda/contract/privacy/analytics';

/** An event of the Measurement Protocol. */
export interface Ga4Event {
  readonly name: AnalyticsEvent['name'];
  readonly params: Readonly<Record<string, unknown>>;
}

const toReais = (centavos: number) => centavos / 100;

/** Item of an event: a service is reported by its category only, used as the item id that Google requires. */
const categoryItem = (category: string) => ({ item_id: category, item_category: category });

function eventParams(event: AnalyticsEvent, transactionId: () => string): Record<string, unknown> {
  switch (event.name) {
    case 'screen_view':
      return { screen_name: event.screen };
    case 'login':
    case 'sign_up':
      return {};
    case 'search':
      return { search_in: event.in };
    case 'view_item':
      return { items: [categoryItem(event.category)] };
    case 'begin_checkout':
      return { currency: event.currency, value: toReais(event.value) };
    case 'purchase':
      return {
        currency: event.currency,
        value: toReais(event.value),
        transaction_id: transactionId(),
      };
    case 'long_task':
      return { screen_name: event.screen, duration_ms: event.durationMs };
    case 'slow_resource':
      return { screen_name: event.screen, duration_ms: event.durationMs, kind: event.kind };
    case 'web_vital':
      return {
        screen_name: event.screen,
        metric: event.metric,
        device: event.device,
        bucket: event.bucket,
      };
  }
}

/**
 * Maps an event to Google's format: money in reais (`49.9`), screens by their route pattern. Google requires a
 * transaction id for a purchase; a random id is sent, which does not reveal the order.
 */
export function toGa4Event(event: AnalyticsEvent, transactionId: () => string): Ga4Event {
  // Without an engagement time Google does not count the visitor.
  return {
    name: event.name,
    params: { engagement_time_msec: 1, ...eventParams(event, transactionId) },
  };
}
