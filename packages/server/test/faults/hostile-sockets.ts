import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@guilda/embedded-postgres';
import { quietLog } from '../fixtures/server/quiet-log.ts';
import {
  CONNECTIONS_PER_KIND,
  MAX_P99_MS,
  MAX_RISE_BYTES,
  maxTolerableLatency,
  runSiege,
} from '../hostile-sockets/siege.ts';
import { type Fault, type FaultOutcome, formatMs } from './fault.ts';

const formatMegabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

async function causeFault(databaseUrl: string): Promise<FaultOutcome> {
  const { before, ordinaryLatency, attackResults } = await runSiege(databaseUrl);
  const figures: Record<string, string> = {
    'resident after as many ordinary clients': formatMegabytes(before),
    'messages of two others meanwhile, p99': formatMs(ordinaryLatency),
  };
  for (const { kind, open, rise, messages, p99 } of attackResults) {
    figures[kind] =
      `${open} open at once, at most ${rise < 0 ? 0 : formatMegabytes(rise)} more, ${messages} messages of others, p99 ${formatMs(p99)}`;
  }
  const kept = attackResults.every(
    ({ rise, p99 }) => rise < MAX_RISE_BYTES && p99 < maxTolerableLatency(ordinaryLatency),
  );
  return { kept, figures };
}

/** Hostile connections try to exhaust the memory of a node that may use 512 MB. */
export const hostileSockets: Fault = {
  name: 'hostile-sockets',
  guarantee: `${CONNECTIONS_PER_KIND} hostile connections of each kind take at most ${formatMegabytes(MAX_RISE_BYTES)} of a node, and messages of others stay under ${MAX_P99_MS} ms at p99`,
  run: async () => {
    const home = await mkdtemp(join(tmpdir(), 'guilda-siege-'));
    // When this process is root, PostgreSQL runs under another account.
    await chmod(home, 0o755);
    const dataDir = join(home, 'postgres');
    const binDir = process.env['PG_BIN'];
    const engine = await startEmbeddedPostgres({ dataDir, binDir, log: quietLog });
    return causeFault(engine.url).finally(async () => {
      await engine.stop();
      await removeEmbeddedPostgres(dataDir, quietLog);
      await rm(home, { recursive: true, force: true });
    });
  },
};
