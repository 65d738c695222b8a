import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDiskFileStore } from '../../adapters/disk/index.ts';
import type { DataSettings } from '../../config/index.ts';
import { isEmbeddedDatabaseError, loadEmbeddedPostgres } from '../../platform/database/embedded.ts';
import { systemClock } from '../../ports/clock.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { quietLog } from '../locations.ts';

/** A temporary database and folder for a drill; `remove` deletes both. */
export interface DrillLocation {
  readonly folder: string;
  readonly url: string;
  readonly files: FileStore;
  remove(): Promise<void>;
}

/** Creates a database on the PostgreSQL server of the program. */
async function createSiblingDatabase(databaseUrl: string) {
  const databaseName = `guilda_drill_${randomBytes(6).toString('hex')}`;
  const runAsAdmin = async (statement: string) => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 10_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await runAsAdmin(`CREATE DATABASE ${databaseName} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = new URL(databaseUrl);
  url.pathname = `/${databaseName}`;
  return {
    url: url.href,
    remove: () => runAsAdmin(`DROP DATABASE IF EXISTS ${databaseName} WITH (FORCE)`),
  };
}

/** Starts an embedded PostgreSQL; without its binaries, creates a database on the program's own server. */
async function openDrillDatabase(folder: string, { databaseUrl, pgBin }: DataSettings) {
  const dataDir = join(folder, 'postgres');
  const binDir = pgBin ?? undefined;
  try {
    const { startEmbeddedPostgres, removeEmbeddedPostgres } = await loadEmbeddedPostgres();
    const engine = await startEmbeddedPostgres({ dataDir, binDir, durable: false, log: quietLog });
    const remove = async () => {
      await engine.stop();
      await removeEmbeddedPostgres(dataDir, quietLog);
    };
    return { url: engine.url, remove };
  } catch (error) {
    const hasNoEngine = isEmbeddedDatabaseError(error) && error.problem === 'no_engine';
    if (!hasNoEngine || !databaseUrl) throw error;
    return createSiblingDatabase(databaseUrl);
  }
}

/** Creates an empty drill location in the temporary folder (`TMPDIR`). */
export async function createDrillLocation(settings: DataSettings): Promise<DrillLocation> {
  const folder = await mkdtemp(join(tmpdir(), 'guilda-drill-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    // When the drill runs as root, PostgreSQL runs as another user, who must be able to enter the folder.
    await chmod(folder, 0o711);
    const files = await openDiskFileStore({ directory: join(folder, 'files'), clock: systemClock });
    const database = await openDrillDatabase(folder, settings);
    const remove = async () => {
      await database.remove().finally(removeFolder);
    };
    return { folder, url: database.url, files, remove };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}
