import type { AnalyticsEvent } from '@guilda/contract/privacy/analytics';
import type { Database } from '../../platform/database/pool.ts';
import type { AnalyticsSink } from '../../ports/analytics-sink.ts';
import { addToDailyCounts, type EventCount } from './analytics-queries.ts';

function detailAndAmountOf(event: AnalyticsEvent): {
  readonly detail?: string;
  /** Centavos or milliseconds that the event adds to the total of its day. */
  readonly amount?: number;
} {
  switch (event.name) {
    case 'screen_view':
      return { detail: event.screen };
    case 'search':
      return { detail: event.in };
    case 'view_item':
      return { detail: event.category };
    case 'begin_checkout':
    case 'purchase':
      return { amount: event.value };
    case 'long_task':
      return { detail: event.screen, amount: event.durationMs };
    case 'slow_resource':
      return { detail: event.kind, amount: event.durationMs };
    case 'web_vital':
      return { detail: `${event.metric} ${event.device} ${event.screen} ${event.bucket}` };
    default:
      return {};
  }
}

/** Combines the events of a batch: one count for each pair of event and detail, in a fixed order. */
export function countByEventAndDetail(events: readonly AnalyticsEvent[]): readonly EventCount[] {
  const counts = new Map<string, EventCount>();
  for (const event of events) {
    const { detail = '', amount = 0 } = detailAndAmountOf(event);
    const key = `${event.name} ${detail}`;
    const countSoFar = counts.get(key);
    counts.set(key, {
      event: event.name,
      detail,
      count: (countSoFar?.count ?? 0) + 1,
      total: (countSoFar?.total ?? 0) + amount,
    });
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
}

/** Adds counts to those of the current day, in São Paulo's time zone, in one statement. */
export async function addEventCounts(
  database: Database,
  counts: readonly EventCount[],
): Promise<void> {
  await addToDailyCounts(database.pool, {
    event: counts.map(({ event }) => event),
    detail: counts.map(({ detail }) => detail),
    count: counts.map(({ count }) => count),
    total: counts.map(({ total }) => total),
  });
}

/** Sink for Guilda's own statistics: adds each batch to daily counts, which contain no personal data. */
export function createCountingSink(deps: { readonly database: Database }): AnalyticsSink {
  return {
    take: ({ events }) =>
      addEventCounts(deps.database, countByEventAndDetail(events)).then(
        () => true,
        () => false,
      ),
  };
}
