import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openFileStore } from '../composition/files.ts';
import { type DataSettings, readDataSettings } from '../config/index.ts';
import { loadEmbeddedPostgres } from '../platform/database/embedded.ts';
import type { DatabaseLog } from '../platform/database/log.ts';
import { systemClock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import { BackupError } from './errors.ts';

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export const quietLog: DatabaseLog = { debug() {}, info() {}, warn() {}, error() {} };

/** A database and its file store, both open. */
export interface DataLocation {
  readonly url: string;
  readonly files: FileStore;
  /** Closes the location, and stops an embedded database that was started for it. */
  close(): Promise<void>;
}

/** Reads the settings of database and files; throws `BackupError` with their problems. */
export function readLocationSettings(env: EnvironmentVariables): DataSettings {
  const dataSettings = readDataSettings(env);
  if ('settings' in dataSettings) return dataSettings.settings;
  throw new BackupError(
    `Estas configurações não servem:\n${dataSettings.problems.map((problem) => `  - ${problem}`).join('\n')}`,
  );
}

const embeddedDatabaseFolder = ({ dataDir }: DataSettings) => join(dataDir, 'postgres');

/** Opens the embedded database of a data folder; throws `BackupError` when there is none. */
async function openEmbeddedDatabase(
  settings: DataSettings,
  method: 'connectToEmbeddedPostgres' | 'startEmbeddedPostgres',
) {
  const dataDir = embeddedDatabaseFolder(settings);
  const binDir = settings.pgBin ?? undefined;
  const clusterStats = await stat(join(dataDir, 'cluster')).catch(() => null);
  const { [method]: openEngine } = await loadEmbeddedPostgres();
  const engine = clusterStats && (await openEngine({ dataDir, binDir, log: quietLog }));
  if (engine) return engine;
  throw new BackupError(
    'Não há banco de dados em DATA_DIR, e DATABASE_URL não aponta para nenhum.',
  );
}

const externalDatabase = (url: string) => ({ url, stop: async () => {} });

async function openLocationFiles(
  settings: DataSettings,
  engine: { url: string; stop(): Promise<void> },
) {
  try {
    const files = await openFileStore(settings, systemClock);
    return { url: engine.url, files, close: () => engine.stop() };
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

/** Opens the configured database without files; works while the program runs. */
export async function openDatabaseServer(settings: DataSettings) {
  const { databaseUrl } = settings;
  return databaseUrl
    ? externalDatabase(databaseUrl)
    : openEmbeddedDatabase(settings, 'connectToEmbeddedPostgres');
}

/** Opens the configured location; works while the program runs. */
export async function openLocation(settings: DataSettings): Promise<DataLocation> {
  return openLocationFiles(settings, await openDatabaseServer(settings));
}

/** Like {@link openLocation}, but throws when an embedded database is in use. */
export async function openLocationExclusively(settings: DataSettings): Promise<DataLocation> {
  const { databaseUrl } = settings;
  return openLocationFiles(
    settings,
    databaseUrl
      ? externalDatabase(databaseUrl)
      : await openEmbeddedDatabase(settings, 'startEmbeddedPostgres'),
  );
}

/** A location that a backup is restored into. */
export interface NewLocation extends DataLocation {
  /** Closes the location and removes an embedded database that was created for it. */
  abandon(): Promise<void>;
}

/** Opens a location to restore into; creates the embedded database if there is none. */
export async function createLocation(settings: DataSettings): Promise<NewLocation> {
  if (settings.databaseUrl) {
    const location = await openLocationFiles(settings, externalDatabase(settings.databaseUrl));
    return { ...location, abandon: location.close };
  }
  const dataDir = embeddedDatabaseFolder(settings);
  const clusterStats = await stat(join(dataDir, 'cluster')).catch(() => null);
  const binDir = settings.pgBin ?? undefined;
  const { startEmbeddedPostgres, removeEmbeddedPostgres } = await loadEmbeddedPostgres();
  const location = await openLocationFiles(
    settings,
    await startEmbeddedPostgres({ dataDir, binDir, log: quietLog }),
  );
  return {
    ...location,
    abandon: async () => {
      await location.close();
      if (!clusterStats) await removeEmbeddedPostgres(dataDir, quietLog);
    },
  };
}
