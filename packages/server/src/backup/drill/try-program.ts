import { join } from 'node:path';
import { composeProgram } from '../../composition/compose.ts';
import { readConfig } from '../../config/index.ts';
import { findFreePort } from '../../platform/network/free-port.ts';
import { createLogger } from '../../platform/telemetry/logging.ts';
import { connectForBackup, destroySession } from '../connection.ts';
import type { DrillLocation } from './drill-location.ts';
import { noExternalServices } from './no-external-services.ts';

/** Deletes waiting jobs and push subscriptions, so that the drill sends nothing to people. */
async function deleteOutgoingMessages(url: string): Promise<void> {
  const client = await connectForBackup(url, 'guilda-restore');
  await client
    .query('DELETE FROM graphile_worker._private_jobs; DELETE FROM push_subscriptions')
    .finally(() => destroySession(client));
}

/**
 * Starts the program on the drill location, reads `/readyz` and stops the program again. It runs in demo mode and
 * without external services: nothing is charged, mailed or called. Call this after the restored rows were verified,
 * because it deletes waiting jobs and push subscriptions.
 * @returns the HTTP status of `/readyz`
 */
export async function startAndProbeProgram({
  url,
  folder,
}: Pick<DrillLocation, 'url' | 'folder'>): Promise<number> {
  await deleteOutgoingMessages(url);
  const port = await findFreePort();
  const config = readConfig({
    ...{ HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder, DATABASE_URL: url },
    ...{ FILES_DIR: join(folder, 'files'), SEED_DEMO: '0', LOG_LEVEL: 'silent' },
  });
  const log = createLogger('silent');
  // `graceMs` is short, because there are no requests to wait for.
  const program = await composeProgram({
    config,
    databaseUrl: url,
    port,
    log,
    external: noExternalServices,
    graceMs: 200,
  });
  try {
    await program.listen();
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    await answer.body?.cancel();
    return answer.status;
  } finally {
    await program.close();
  }
}
