import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import type { AnalyticsBatch, AnalyticsSink } from '../../ports/analytics-sink.ts';
import { addEventCounts, createCountingSink } from './counting-sink.ts';

export interface CountEventsDeps {
  readonly database: Database;
  /** Google Analytics 4; null when it is not configured. */
  readonly google: AnalyticsSink | null;
}

/**
 * Event that counts batches which Google Analytics did not accept; `total` is the number of events in these batches.
 */
const GOOGLE_FAILURE_EVENT = 'google_lost';

async function sendToGoogle(deps: CountEventsDeps, batch: AnalyticsBatch): Promise<void> {
  if (!deps.google || (await deps.google.take(batch))) return;
  const lostEvents = {
    event: GOOGLE_FAILURE_EVENT,
    detail: '',
    count: 1,
    total: batch.events.length,
  };
  await addEventCounts(deps.database, [lostEvents]);
}

/**
 * Counts the events of a visitor who consented (`docs/product/privacy.md`). The response does not wait for Google and
 * is the same when nothing was counted; a batch is lost when the database is unavailable. The client id of the batch is
 * sent to Google only and not stored.
 */
export const countEvents =
  (deps: CountEventsDeps) =>
  async (batch: AnalyticsBatch): Promise<Result<undefined, never>> => {
    sendToGoogle(deps, batch).catch(() => undefined);
    await createCountingSink(deps).take(batch);
    return ok(undefined);
  };
