import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import type { AnalyticsBatch, AnalyticsSink } from '../../ports/analytics-sink.ts';
import { addCounts, countingSink } from './counting-sink.ts';

export interface CountEventsDeps {
  readonly database: Database;
  /** Google Analytics 4; null where it is not configured. */
  readonly google: AnalyticsSink | null;
}

/** How the loss of a batch on its way to Google stands among the counts: `total` events of it. */
const LOST = 'google_lost';

async function tellGoogle(deps: CountEventsDeps, batch: AnalyticsBatch): Promise<void> {
  if (!deps.google || (await deps.google.take(batch))) return;
  const lost = { event: LOST, detail: '', count: 1, total: batch.events.length };
  await addCounts(deps.database, [lost]);
}

/**
 * Counts what a visitor did who agreed to it (`product §10`). Nobody waits for Google, nor learns
 * whether anything was counted: a batch that meets a database that is down is lost. The batch's
 * `client` is for Google alone.
 */
export const countEvents =
  (deps: CountEventsDeps) =>
  async (batch: AnalyticsBatch): Promise<Result<undefined, never>> => {
    tellGoogle(deps, batch).catch(() => undefined);
    await countingSink(deps).take(batch);
    return ok(undefined);
  };
