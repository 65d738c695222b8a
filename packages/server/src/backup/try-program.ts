import { join } from 'node:path';
import { compose } from '../compose.ts';
import { readConfig } from '../config/index.ts';
import { freePort } from '../platform/free-port.ts';
import { createLogger } from '../platform/logging.ts';
import { connect, cut } from './connection.ts';
import type { DrillPlace } from './drill-place.ts';

/** Takes out what would reach people a second time: waiting jobs, and browsers that take notices. */
async function silence(url: string): Promise<void> {
  const client = await connect(url, 'guilda-restore');
  await client
    .query('DELETE FROM graphile_worker._private_jobs; DELETE FROM push_subscriptions')
    .finally(() => cut(client));
}

/**
 * Starts the program on a place that is thrown away, in demo mode and with nothing of the outside:
 * nobody is paid, mailed or called. Whoever calls this has counted the rows before.
 * @returns status of `/readyz`
 */
export async function tryProgram({ url, folder }: DrillPlace): Promise<number> {
  await silence(url);
  const port = await freePort();
  const config = readConfig({
    ...{ HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder, DATABASE_URL: url },
    ...{ FILES_DIR: join(folder, 'files'), SEED_DEMO: '0', LOG_LEVEL: 'silent' },
  });
  const log = createLogger('silent');
  // Nobody is on the line whose request would have to be finished.
  const program = await compose({ config, databaseUrl: url, port, log, graceMs: 200 });
  try {
    await program.listen();
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    await answer.body?.cancel();
    return answer.status;
  } finally {
    await program.close();
  }
}
