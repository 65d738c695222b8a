import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../src/platform/database/migrate.ts';
import { createTestDatabase } from './database.ts';
import { quietLog } from './quiet-log.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations/', import.meta.url));

/** A database as an earlier version left it. */
export interface EarlierDatabase {
  readonly pool: pg.Pool;
  /** Brings it to the schema of today; answers the files that were run. */
  migrate(): Promise<string[]>;
  close(): Promise<void>;
}

/** A database with all migrations that come before `number`, such as `0037`. */
export async function openDatabaseBefore(number: string): Promise<EarlierDatabase> {
  const database = await createTestDatabase({ empty: true });
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
  const dir = await mkdtemp(join(tmpdir(), 'guilda-migrations-'));
  for (const file of await readdir(MIGRATIONS)) {
    if (file.endsWith('.sql') && file < number) await copyFile(MIGRATIONS + file, join(dir, file));
  }
  await migrate(database.url, quietLog, { dir });
  return {
    pool,
    migrate: () => migrate(database.url, quietLog),
    close: async () => {
      await pool.end();
      await database.drop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
