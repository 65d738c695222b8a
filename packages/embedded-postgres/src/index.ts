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

/** The steps of a start: creating the cluster (first start only), starting it, ready. */
export type EmbeddedProgress = 'creating' | 'starting' | 'ready';

export interface EmbeddedPostgresOptions {
  /** A folder for the database alone; created when missing, made private to its account. */
  readonly dataDir: string;
  /** Port on 127.0.0.1; a free one by default. */
  readonly port?: number | undefined;
  readonly log: EmbeddedPostgresLog;
  readonly onProgress?: ((step: EmbeddedProgress) => void) | undefined;
  /** Folder of PostgreSQL's programs (`PG_BIN`); by default the bundled ones, then the system's. */
  readonly binDir?: string | undefined;
  /** False gives up safety against power loss for speed: for throw-away databases. Default true. */
  readonly durable?: boolean | undefined;
}

/** A running embedded database. */
export interface EmbeddedPostgres {
  /** Address of the product's database, password included: never to be logged. */
  readonly url: string;
  /** Stops it and lets go of the folder, within 10 seconds; may be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server of this program's own and keeps it running until `stop()`. Everything
 * committed survives a kill of this program, of PostgreSQL or of both; a server that a killed program left
 * running is stopped first.
 * @throws EmbeddedDatabaseError with a message for people; `in_use` while another program uses the folder
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const home = await prepareDatabaseFolders(options.dataDir);
  try {
    const claim = await claimFolder(home.root);
    try {
      const { url, stop } = await startInClaimedFolder(options, home);
      return { url, stop: () => stop().finally(() => claim.release()) };
    } catch (error) {
      await claim.release();
      throw error;
    }
  } catch (error) {
    throw folderError(home.root, error);
  }
}

/**
 * Deletes a data folder for good, first ending what a killed program left running in it.
 * @throws EmbeddedDatabaseError `in_use` while a living program holds it
 */
export async function removeEmbeddedPostgres(
  dataDir: string,
  log: EmbeddedPostgresLog,
): Promise<void> {
  const home = await prepareDatabaseFolders(dataDir);
  try {
    const claim = await claimFolder(home.root);
    try {
      const password = await readPassword(home).catch(() => undefined);
      if (password !== undefined) await endOrphanedServer(home, clusterName(password), log);
      await rm(home.root, { recursive: true, force: true });
    } finally {
      await claim.release();
    }
  } catch (error) {
    throw folderError(home.root, error);
  }
}

async function startInClaimedFolder(
  options: EmbeddedPostgresOptions,
  home: DatabaseFolders,
): Promise<EmbeddedPostgres> {
  const { log, onProgress, durable = true } = options;
  const existing = await readClusterVersion(home);
  const engine = await findEngine(home, options.binDir, existing);
  if (existing === undefined) {
    onProgress?.('creating');
    await createCluster(home, engine, durable);
  }
  const password = await readPassword(home);
  const plan: ServerOptions = { home, engine, name: clusterName(password), durable, log };
  onProgress?.('starting');
  await endOrphanedServer(home, plan.name, log);
  const supervisor = await superviseCluster(plan, options.port);
  try {
    const url = await prepareDatabase(supervisor.port, password);
    onProgress?.('ready');
    log.info({ port: supervisor.port, version: engine.major }, 'embedded database ready');
    return { url, stop: supervisor.stop };
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

/** The port of the server that runs on a cluster, read from its lock file. */
async function readRunningPort(home: DatabaseFolders): Promise<number | undefined> {
  const lock = await readFile(join(home.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const port = Number(lock.split('\n')[3]);
  return port > 0 ? port : undefined;
}

/**
 * Connects to the database of a data folder, whoever runs it: `stop()` leaves the server of another running
 * program as it is and stops one that was started here. Null when the folder has no database.
 * @throws EmbeddedDatabaseError as `startEmbeddedPostgres` does
 */
export async function connectToEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres | null> {
  const made = await stat(join(options.dataDir, 'cluster')).catch(() => null);
  if (made === null) return null;
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    if (!(error instanceof EmbeddedDatabaseError) || error.problem !== 'in_use') throw error;
    const home = await prepareDatabaseFolders(options.dataDir);
    const port = await readRunningPort(home);
    if (port === undefined) throw error;
    return { url: databaseURL(port, await readPassword(home)), stop: async () => {} };
  }
}
