import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { claimFolder } from './claim.ts';
import { clusterName, createCluster, readClusterVersion, readPassword } from './cluster.ts';
import { findEngine } from './engine.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { type DatabaseFolders, folderError, prepareDatabaseFolders } from './home.ts';
import type { EmbeddedPostgresLog } from './log.ts';
import { endOrphanedServer } from './orphan.ts';
import type { ServerOptions } from './postmaster.ts';
import { databaseURL, prepareDatabase } from './prepare.ts';
import { superviseCluster } from './supervisor.ts';

export type { EmbeddedDatabaseProblem } from './errors.ts';
export type { EmbeddedPostgresLog } from './log.ts';
export { EmbeddedDatabaseError };

/** Progress of a start: the cluster is being created (first start only) or started, or the database is ready. */
export type EmbeddedProgress = 'creating' | 'starting' | 'ready';

export interface EmbeddedPostgresOptions {
  /** Folder for the database only; created if missing, and made private to the account that runs PostgreSQL. */
  readonly dataDir: string;
  /** Port on 127.0.0.1; by default any free port. */
  readonly port?: number | undefined;
  readonly log: EmbeddedPostgresLog;
  readonly onProgress?: ((step: EmbeddedProgress) => void) | undefined;
  /** Folder of PostgreSQL's programs (`PG_BIN`); by default the bundled programs, then the system's. */
  readonly binDir?: string | undefined;
  /** Whether committed data survives a power loss; false is faster, for temporary databases. True by default. */
  readonly durable?: boolean | undefined;
}

/** A running embedded database. */
export interface EmbeddedPostgres {
  /** URL of Guilda's database, which contains the password and must never be logged. */
  readonly url: string;
  /** Stops the database and releases the data folder, within 10 seconds; may be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server that only this program uses, and restarts it whenever it ends, until `stop()`. Everything
 * committed survives when this program, PostgreSQL or both are killed; a server that a killed program left running is
 * stopped first.
 * @throws EmbeddedDatabaseError with a message for the operator; `in_use` while another program uses the folder
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const folders = await prepareDatabaseFolders(options.dataDir);
  try {
    const claim = await claimFolder(folders.root);
    try {
      const { url, stop } = await startInClaimedFolder(options, folders);
      return { url, stop: () => stop().finally(() => claim.release()) };
    } catch (error) {
      await claim.release();
      throw error;
    }
  } catch (error) {
    throw folderError(folders.root, error);
  }
}

/**
 * Deletes a data folder permanently; before that, stops a server that a killed program left running in it.
 * @throws EmbeddedDatabaseError `in_use` while a running program uses the folder
 */
export async function removeEmbeddedPostgres(
  dataDir: string,
  log: EmbeddedPostgresLog,
): Promise<void> {
  const folders = await prepareDatabaseFolders(dataDir);
  try {
    const claim = await claimFolder(folders.root);
    try {
      const password = await readPassword(folders).catch(() => undefined);
      if (password !== undefined) await endOrphanedServer(folders, clusterName(password), log);
      await rm(folders.root, { recursive: true, force: true });
    } finally {
      await claim.release();
    }
  } catch (error) {
    throw folderError(folders.root, error);
  }
}

async function startInClaimedFolder(
  options: EmbeddedPostgresOptions,
  folders: DatabaseFolders,
): Promise<EmbeddedPostgres> {
  const { log, onProgress, durable = true } = options;
  const existingMajor = await readClusterVersion(folders);
  const engine = await findEngine(folders, options.binDir, existingMajor);
  if (existingMajor === undefined) {
    onProgress?.('creating');
    await createCluster(folders, engine, durable);
  }
  const password = await readPassword(folders);
  const plan: ServerOptions = { folders, engine, clusterName: clusterName(password), durable, log };
  onProgress?.('starting');
  await endOrphanedServer(folders, plan.clusterName, log);
  const supervisor = await superviseCluster(plan, options.port);
  try {
    const url = await prepareDatabase(supervisor.port, password);
    onProgress?.('ready');
    log.info({ port: supervisor.port, version: engine.majorVersion }, 'embedded database ready');
    return { url, stop: supervisor.stop };
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

/** Reads the port of the running server from its lock file; undefined when no server runs. */
async function readRunningPort(folders: DatabaseFolders): Promise<number | undefined> {
  const lock = await readFile(join(folders.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const port = Number(lock.split('\n')[3]);
  return port > 0 ? port : undefined;
}

/**
 * Connects to the database of a data folder, even if another program runs its server. `stop()` stops only a server that
 * this call started. Null when the folder has no database.
 * @throws EmbeddedDatabaseError as `startEmbeddedPostgres` does
 */
export async function connectToEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres | null> {
  const clusterStats = await stat(join(options.dataDir, 'cluster')).catch(() => null);
  if (clusterStats === null) return null;
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    if (!(error instanceof EmbeddedDatabaseError) || error.problem !== 'in_use') throw error;
    const folders = await prepareDatabaseFolders(options.dataDir);
    const port = await readRunningPort(folders);
    if (port === undefined) throw error;
    return { url: databaseURL(port, await readPassword(folders)), stop: async () => {} };
  }
}
