import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@guilda/embedded-postgres';
import { quietLog } from '../fixtures/server/quiet-log.ts';
import {
  CONNECTIONS_PER_KIND,
  MAX_P99_MS,
  MAX_RISE_BYTES,
  maxTolerableP99Ms,
  runSiege,
} from '../hostile-sockets/siege.ts';
import { type Fault, type FaultOutcome, formatMs } from './fault.ts';

const formatMegabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

async function causeFault(databaseUrl: string): Promise<FaultOutcome> {
  const { residentBytesBefore, ordinaryP99Ms, attackResults } = await runSiege(databaseUrl);
  const figures: Record<string, string> = {
    'resident after as many ordinary clients': formatMegabytes(residentBytesBefore),
    'messages of two others meanwhile, p99': formatMs(ordinaryP99Ms),
  };
  for (const { kind, maxOpenConnections, memoryRiseBytes, messageCount, p99Ms } of attackResults) {
    figures[kind] =
      `${maxOpenConnections} open at once, at most ${memoryRiseBytes < 0 ? 0 : formatMegabytes(memoryRiseBytes)} more, ${messageCount} messages of others, p99 ${formatMs(p99Ms)}`;
  }
  const isGuaranteeKept = attackResults.every(
    ({ memoryRiseBytes, p99Ms }) =>
      memoryRiseBytes < MAX_RISE_BYTES && p99Ms < maxTolerableP99Ms(ordinaryP99Ms),
  );
  return { isGuaranteeKept, figures };
}

/** Hostile connections try to exhaust the memory of a node that may use 512 MB. */
export const hostileSockets: Fault = {
  name: 'hostile-sockets',
  guarantee: `${CONNECTIONS_PER_KIND} hostile connections of each kind take at most ${formatMegabytes(MAX_RISE_BYTES)} of a node, and messages of others stay under ${MAX_P99_MS} ms at p99`,
  run: async () => {
    const home = await mkdtemp(join(tmpdir(), 'guilda-siege-'));
    // When this process is root, PostgreSQL runs under another account, which must be able to enter the folder.
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
