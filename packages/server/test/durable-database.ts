import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/index.ts';
import type { TestDatabase } from './database.ts';
import { quietLog } from './quiet-log.ts';

/**
 * A PostgreSQL of one's own below `home`, empty, that keeps what it acknowledged as production wants
 * it; the one that tests share does not.
 */
export async function startDurableDatabase(home: string): Promise<TestDatabase> {
  // PostgreSQL refuses to run as root, so that its account must get past this folder.
  await chmod(home, 0o711);
  const { url, stop } = await startEmbeddedPostgres({
    dataDir: join(home, 'postgres'),
    binDir: process.env['PG_BIN'],
    log: quietLog,
  });
  return { url, drop: stop };
}
