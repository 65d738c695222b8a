import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDiskFileStore } from '../adapters/disk/index.ts';
import type { DataSettings } from '../config/index.ts';
import {
  EmbeddedDatabaseError,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/database/embedded/index.ts';
import { systemClock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import { quietLog } from './places.ts';

/** A database and a folder that are thrown away with `remove`. */
export interface DrillPlace {
  readonly folder: string;
  readonly url: string;
  readonly files: FileStore;
  remove(): Promise<void>;
}

/** A database beside the product's, on the same server. */
async function besides(databaseUrl: string) {
  const name = `guilda_drill_${randomBytes(6).toString('hex')}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 10_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await admin(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return { url: url.href, end: () => admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** An engine of its own where there is one, else a database beside the product's. */
async function openDatabase(folder: string, { databaseUrl, pgBin }: DataSettings) {
  const dataDir = join(folder, 'postgres');
  const binDir = pgBin ?? undefined;
  try {
    const engine = await startEmbeddedPostgres({ dataDir, binDir, durable: false, log: quietLog });
    const end = async () => {
      await engine.stop();
      await removeEmbeddedPostgres(dataDir, quietLog);
    };
    return { url: engine.url, end };
  } catch (error) {
    const none = error instanceof EmbeddedDatabaseError && error.problem === 'no_engine';
    if (!none || !databaseUrl) throw error;
    return besides(databaseUrl);
  }
}

/** Makes an empty place in the temporary folder (`TMPDIR`). */
export async function openDrillPlace(settings: DataSettings): Promise<DrillPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'guilda-drill-'));
  const clear = () => rm(folder, { recursive: true, force: true });
  try {
    // The account that runs the database when this is root has to get in.
    await chmod(folder, 0o711);
    const files = await openDiskFileStore({ directory: join(folder, 'files'), clock: systemClock });
    const database = await openDatabase(folder, settings);
    const remove = async () => {
      await database.end().finally(clear);
    };
    return { folder, url: database.url, files, remove };
  } catch (error) {
    await clear();
    throw error;
  }
}
