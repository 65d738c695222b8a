import type { Shared } from './compose-shared.ts';
import { readRefunds } from './modules/orders/index.ts';
import { readLedgerSum } from './modules/wallet/index.ts';
import type { Phase } from './platform/http/health.ts';
import { readQueue } from './platform/jobs/index.ts';
import { rememberFor } from './platform/remember.ts';

/** How long what is read of the database for whoever looks stays as it was read, in ms. */
const REMEMBER_MS = 15_000;

/** What the database knows of, the same for all processes. */
function readDatabaseGauges({ database, meter, timers }: Shared): void {
  const { pool } = database;
  const now = () => timers.now();
  const queue = rememberFor(REMEMBER_MS, now, () => readQueue(pool));
  meter.gauge('guilda_jobs', async () => {
    const { waiting, due, running, failed } = await queue();
    return Object.entries({ waiting, due, running, failed }).map(([state, value]) => ({
      labels: { state },
      value,
    }));
  });
  meter.gauge('guilda_jobs_oldest_due_seconds', async () => [
    { labels: {}, value: (await queue()).oldest },
  ]);
  const refunds = rememberFor(REMEMBER_MS, now, () => readRefunds(pool));
  meter.gauge('guilda_refunds', async () =>
    Object.entries(await refunds()).map(([state, value]) => ({ labels: { state }, value })),
  );
  const ledger = rememberFor(REMEMBER_MS, now, () => readLedgerSum(pool));
  meter.gauge('guilda_ledger_sum_centavos', async () => {
    const sum = await ledger();
    return sum ? [{ labels: {}, value: sum.total }] : [];
  });
  meter.gauge('guilda_ledger_summed_timestamp_seconds', async () => {
    const sum = await ledger();
    return sum ? [{ labels: {}, value: sum.summedAt.getTime() / 1000 }] : [];
  });
}

/** Names what is read when somebody looks. */
export function readGauges(shared: Shared, phase: () => Phase): void {
  const { config, fanout, meter, sight } = shared;
  readDatabaseGauges(shared);
  if (config.redisUrl)
    meter.gauge('guilda_redis_up', () => [{ labels: {}, value: Number(fanout.connected) }]);
  meter.gauge('guilda_ready', () => [{ labels: {}, value: Number(phase() === 'ready') }]);
  const { version, commit } = sight.build;
  const labels = { version, commit, node: process.versions.node };
  meter.gauge('guilda_build_info', () => [{ labels, value: 1 }]);
}
