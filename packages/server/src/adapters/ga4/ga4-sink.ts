import { createOutboundHttp } from '../../platform/outbound-http.ts';
import type { AnalyticsSink } from '../../ports/analytics-sink.ts';
import type { Ids } from '../../ports/ids.ts';
import { ga4Event } from './ga4-event.ts';

const ADDRESS = 'https://www.google-analytics.com';
const TIMEOUT_MS = 5_000;

/** Batches on their way at once; more are let go of, for figures must not hold a server up. */
const MAX_UNDER_WAY = 20;

export interface Ga4Options {
  /** `G-…`, the stream that events belong to. */
  readonly measurementId: string;
  readonly apiSecret: string;
  readonly ids: Ids;
  /** Google's address unless told. */
  readonly baseUrl?: string;
  /** For one batch, in ms; 5 s unless told. */
  readonly timeoutMs?: number;
}

/**
 * Google Analytics 4 by its Measurement Protocol: the server tells, so that no foreign script runs in
 * pages and no visitor's address leaves. Advertising is refused with every batch. Everybody has the role
 * `user` there (`spec §3`). A batch without a browser's name is not sent, Google takes none.
 */
export function createGa4Sink(options: Ga4Options): AnalyticsSink {
  const { measurementId, apiSecret, ids, baseUrl = ADDRESS, timeoutMs = TIMEOUT_MS } = options;
  const http = createOutboundHttp({ baseUrl: () => baseUrl, timeoutMs });
  let underWay = 0;
  return {
    async take({ client, events }) {
      if (client === null) return true;
      if (underWay >= MAX_UNDER_WAY) return false;
      underWay += 1;
      try {
        const answer = await http.send({
          method: 'POST',
          path: ['mp', 'collect'],
          query: { measurement_id: measurementId, api_secret: apiSecret },
          body: {
            client_id: client,
            consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
            user_properties: { role: { value: 'user' } },
            events: events.map((event) => ga4Event(event, () => ids.uuid())),
          },
        });
        return answer !== null && answer.status >= 200 && answer.status < 300;
      } finally {
        underWay -= 1;
      }
    },
  };
}
