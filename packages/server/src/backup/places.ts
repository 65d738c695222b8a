import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openFiles } from '../compose-files.ts';
import { type DataSettings, readDataSettings } from '../config/index.ts';
import {
  reachEmbeddedPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/database/embedded/index.ts';
import type { DatabaseLog } from '../platform/database/log.ts';
import { systemClock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import { BackupError } from './errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export const quietLog: DatabaseLog = { debug() {}, info() {}, warn() {}, error() {} };

/** A database and the files beside it, in use until `close`. */
export interface Place {
  readonly url: string;
  readonly files: FileStore;
  /** Stops what was started for it. */
  close(): Promise<void>;
}

/** The settings of where things are kept; throws `BackupError` naming what is wrong with them. */
export function settingsOf(env: Environment): DataSettings {
  const read = readDataSettings(env);
  if ('settings' in read) return read.settings;
  throw new BackupError(
    `Estas configurações não servem:\n${read.problems.map((each) => `  - ${each}`).join('\n')}`,
  );
}

const embeddedFolder = ({ dataDir }: DataSettings) => join(dataDir, 'postgres');

/** The embedded database of a data folder as `open` gets it; none is an error. */
async function embedded(settings: DataSettings, open: typeof reachEmbeddedPostgres) {
  const dataDir = embeddedFolder(settings);
  const binDir = settings.pgBin ?? undefined;
  const made = await stat(join(dataDir, 'cluster')).catch(() => null);
  const engine = made && (await open({ dataDir, binDir, log: quietLog }));
  if (engine) return engine;
  throw new BackupError(
    'Não há banco de dados em DATA_DIR, e DATABASE_URL não aponta para nenhum.',
  );
}

const noEngine = (url: string) => ({ url, stop: async () => {} });

async function placeOf(settings: DataSettings, engine: { url: string; stop(): Promise<void> }) {
  try {
    const files = await openFiles(settings, systemClock);
    return { url: engine.url, files, close: () => engine.stop() };
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

/** Where the product keeps its things, also while it runs. */
export async function reachPlace(settings: DataSettings): Promise<Place> {
  const { databaseUrl } = settings;
  return placeOf(
    settings,
    databaseUrl ? noEngine(databaseUrl) : await embedded(settings, reachEmbeddedPostgres),
  );
}

/** As {@link reachPlace}; an embedded database must be in nobody else's use. */
export async function takePlace(settings: DataSettings): Promise<Place> {
  const { databaseUrl } = settings;
  return placeOf(
    settings,
    databaseUrl ? noEngine(databaseUrl) : await embedded(settings, startEmbeddedPostgres),
  );
}

/** A place to put things into; an embedded database is made where there is none. */
export interface NewPlace extends Place {
  /** Takes back what was made. */
  abandon(): Promise<void>;
}

/** Opens a place that is to be filled. */
export async function makePlace(settings: DataSettings): Promise<NewPlace> {
  if (settings.databaseUrl) {
    const place = await placeOf(settings, noEngine(settings.databaseUrl));
    return { ...place, abandon: place.close };
  }
  const dataDir = embeddedFolder(settings);
  const made = await stat(join(dataDir, 'cluster')).catch(() => null);
  const binDir = settings.pgBin ?? undefined;
  const place = await placeOf(
    settings,
    await startEmbeddedPostgres({ dataDir, binDir, log: quietLog }),
  );
  return {
    ...place,
    abandon: async () => {
      await place.close();
      if (!made) await removeEmbeddedPostgres(dataDir, quietLog);
    },
  };
}
