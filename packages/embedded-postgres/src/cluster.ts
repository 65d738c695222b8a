import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Engine } from './engine.ts';
import { EmbeddedDatabaseError, systemErrorCode } from './errors.ts';
import { closedParentError, type DatabaseFolders, spawnOptionsFor } from './home.ts';
import { errorMessageOf } from './log.ts';

const execFileAsync = promisify(execFile);

/** Name of the superuser of the embedded cluster. */
export const SUPERUSER = 'guilda';

/**
 * Locale options of initdb, in order of preference: Portuguese collation by ICU with Unicode character classes, then
 * fallbacks for systems without the locale and for builds of PostgreSQL without ICU.
 */
const CLUSTER_LOCALES = [
  ['--locale-provider=icu', '--icu-locale=pt-BR', '--locale=C.UTF-8'],
  ['--locale-provider=icu', '--icu-locale=pt-BR', '--locale=en_US.UTF-8'],
  ['--locale=C.UTF-8'],
  ['--locale-provider=icu', '--icu-locale=pt-BR', '--locale=C'],
  ['--locale=C'],
] as const;

/** Reads the major version of PostgreSQL that made the cluster; undefined when there is no cluster yet. */
export async function readClusterVersion(folders: DatabaseFolders): Promise<number | undefined> {
  try {
    return Number(await readFile(join(folders.cluster, 'PG_VERSION'), 'utf8'));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Reads the superuser's password of an existing cluster.
 * @throws EmbeddedDatabaseError `data_dir` when the file with the password is missing
 */
export async function readPassword(folders: DatabaseFolders): Promise<string> {
  const password = await readFile(folders.passwordFile, 'utf8').catch(() => '');
  if (password !== '') return password.trim();
  throw new EmbeddedDatabaseError(
    'data_dir',
    `A senha do banco de dados não está mais em ${folders.passwordFile}. Restaure esse arquivo, ou aponte ` +
      'DATA_DIR para outra pasta e comece de novo.',
  );
}

/**
 * Value of the setting `cluster_name`, which every process of this cluster shows in its command line: processes are
 * identified by this name before they are signalled.
 */
export function clusterName(password: string): string {
  return `guilda-${createHash('sha256').update(password).digest('hex').slice(0, 12)}`;
}

/**
 * The data directory for PostgreSQL's command line. When the account may not enter a parent folder, root enters the
 * directory before dropping its rights, and PostgreSQL gets the path of the working directory.
 * @throws EmbeddedDatabaseError `data_dir` when the system or the version of PostgreSQL does not support such a path
 */
export function dataDirectoryArgument(
  folders: DatabaseFolders,
  engine: Engine,
  directory: string,
): string {
  if (folders.closedParent === undefined) return directory;
  // PostgreSQL before 16 resolves the path of its working directory at start, which fails below a closed folder.
  if (process.platform === 'linux' && engine.majorVersion >= 16) return '/proc/self/cwd';
  throw closedParentError(folders);
}

/**
 * Creates the cluster: UTF-8, passwords by SCRAM, a random password for the superuser. The cluster gets its final name
 * when it is complete, so that a start after an interruption creates it again.
 * @throws EmbeddedDatabaseError `data_dir`, `start_failed`
 */
export async function createCluster(
  folders: DatabaseFolders,
  engine: Engine,
  durable: boolean,
): Promise<void> {
  await rm(folders.passwordFile, { force: true });
  await writeFile(folders.passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  if (folders.account !== undefined) {
    await chown(folders.passwordFile, folders.account.uid, folders.account.gid);
  }
  const failures: string[] = [];
  for (const locale of CLUSTER_LOCALES) {
    const failure = await runInitdb(folders, engine, [
      ...locale,
      ...(durable ? [] : ['--no-sync']),
    ]);
    if (failure === undefined) {
      await rename(folders.unfinishedCluster, folders.cluster);
      await syncFolder(folders.root);
      return;
    }
    failures.push(failure);
    if (!/locale|ICU|encoding/i.test(failure)) break;
  }
  throw new EmbeddedDatabaseError(
    'start_failed',
    `Não foi possível criar o banco de dados em ${folders.root}: ${failures.at(-1)}`,
  );
}

async function runInitdb(
  folders: DatabaseFolders,
  engine: Engine,
  localeOptions: readonly string[],
): Promise<string | undefined> {
  await rm(folders.unfinishedCluster, { recursive: true, force: true });
  await mkdir(folders.unfinishedCluster, { mode: 0o700 });
  if (folders.account !== undefined)
    await chown(folders.unfinishedCluster, folders.account.uid, folders.account.gid);
  const target = dataDirectoryArgument(folders, engine, folders.unfinishedCluster);
  const fixedOptions = ['-D', target, '-U', SUPERUSER, '--pwfile=../password', '--encoding=UTF8'];
  const args = [...fixedOptions, '--auth=scram-sha-256', '--no-instructions', ...localeOptions];
  const options = {
    env: engine.env,
    cwd: folders.unfinishedCluster,
    ...spawnOptionsFor(folders.account),
  };
  try {
    await execFileAsync(engine.initdbPath, args, options);
    return undefined;
  } catch (error) {
    const initdbOutput =
      error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    return initdbOutput === '' ? errorMessageOf(error) : initdbOutput;
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
