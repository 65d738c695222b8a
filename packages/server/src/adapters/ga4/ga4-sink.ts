import { createOutboundHttp } from '../../platform/network/outbound-http.ts';
import type { AnalyticsSink } from '../../ports/analytics-sink.ts';
import type { Ids } from '../../ports/ids.ts';
import { toGa4Event } from './ga4-event.ts';

const GOOGLE_ANALYTICS_ORIGIN = 'https://www.google-analytics.com';
const REQUEST_TIMEOUT_MS = 5_000;

/** Maximum number of concurrent requests; further batches are dropped, because analytics must not slow the server. */
const MAX_CONCURRENT_REQUESTS = 20;

export interface Ga4Options {
  /** Id of the data stream, `G-…`. */
  readonly measurementId: string;
  readonly apiSecret: string;
  readonly ids: Ids;
  /** Base URL of the Measurement Protocol; Google's by default. */
  readonly baseUrl?: string;
  /** Timeout for sending one batch, in ms; 5 s by default. */
  readonly timeoutMs?: number;
}

/**
 * Creates a sink that sends events to Google Analytics 4 by its Measurement Protocol: from the server, so that pages
 * run no foreign script and no visitor's IP address is disclosed. Advertising consent is denied with every batch, and
 * every visitor is reported with the role `user`. A batch without a client id is not sent because Google requires one.
 */
export function createGa4Sink(options: Ga4Options): AnalyticsSink {
  const {
    measurementId,
    apiSecret,
    ids,
    baseUrl = GOOGLE_ANALYTICS_ORIGIN,
    timeoutMs = REQUEST_TIMEOUT_MS,
  } = options;
  const http = createOutboundHttp({ baseUrl: () => baseUrl, timeoutMs });
  let runningRequests = 0;
  return {
    async take({ client, events }) {
      if (client === null) return true;
      if (runningRequests >= MAX_CONCURRENT_REQUESTS) return false;
      runningRequests += 1;
      try {
        const answer = await http.send({
          method: 'POST',
          path: ['mp', 'collect'],
          query: { measurement_id: measurementId, api_secret: apiSecret },
          body: {
            client_id: client,
            consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
            user_properties: { role: { value: 'user' } },
            events: events.map((event) => toGa4Event(event, () => ids.uuid())),
          },
        });
        return answer !== null && answer.status >= 200 && answer.status < 300;
      } finally {
        runningRequests -= 1;
      }
    },
  };
}
