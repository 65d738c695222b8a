import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError, systemErrorCode } from './errors.ts';
import { errorMessageOf } from './log.ts';

const execFileAsync = promisify(execFile);

/** The unprivileged account that PostgreSQL runs under when this program itself runs as root. */
export interface UnprivilegedUser {
  readonly uid: number;
  readonly gid: number;
}

/** Paths of the files of the embedded database, all of them inside one folder. */
export interface DatabaseFolders {
  readonly root: string;
  /** The data directory of PostgreSQL itself. */
  readonly cluster: string;
  /** Path of a cluster that is being created; renamed to `cluster` when it is complete. */
  readonly unfinishedCluster: string;
  /** File with the superuser's password, readable by its owner only. */
  readonly passwordFile: string;
  /** Folder of library links, used only when the links cannot be created beside the libraries. */
  readonly libraryLinks: string;
  /** Account that PostgreSQL runs under; undefined when it runs under this program's own account. */
  readonly account: UnprivilegedUser | undefined;
  /** The topmost parent folder that `account` may not enter; undefined when `account` may enter all parent folders. */
  readonly closedParent: string | undefined;
}

/**
 * Creates the data folder if needed and makes it private to the account that runs PostgreSQL: this program's own
 * account, or an unprivileged one when this program runs as root (PostgreSQL refuses root).
 * @throws EmbeddedDatabaseError `data_dir`
 */
export async function prepareDatabaseFolders(dataDir: string): Promise<DatabaseFolders> {
  const absolutePath = resolve(dataDir);
  try {
    await mkdir(absolutePath, { recursive: true });
    const root = await realpath(absolutePath);
    const paths = {
      root,
      cluster: join(root, 'cluster'),
      unfinishedCluster: join(root, 'cluster.new'),
      passwordFile: join(root, 'password'),
      libraryLinks: join(root, 'libraries'),
    };
    const account = await chooseUnprivilegedUser(paths.cluster);
    if (account !== undefined) await changeOwner(paths, account);
    await chmod(root, 0o700);
    return { ...paths, account, closedParent: await findClosedParent(root, account) };
  } catch (error) {
    throw folderError(absolutePath, error);
  }
}

/** Converts a file system error in the data folder into an error with a message for the operator. */
export function folderError(folder: string, error: unknown): EmbeddedDatabaseError {
  if (error instanceof EmbeddedDatabaseError) return error;
  const code = systemErrorCode(error);
  const reason =
    code === 'EACCES' || code === 'EPERM'
      ? 'este programa não tem permissão para usá-la'
      : code === 'ENOSPC' || code === 'EDQUOT'
        ? 'o disco está cheio'
        : code === 'EROFS'
          ? 'o disco só permite leitura'
          : errorMessageOf(error);
  return new EmbeddedDatabaseError(
    'data_dir',
    `Não foi possível usar a pasta de dados ${folder}: ${reason}. ` +
      'Corrija a pasta ou aponte DATA_DIR para outra.',
    { cause: error },
  );
}

/** Creates the error for a data folder with a parent folder that the account may not enter. */
export function closedParentError(folders: DatabaseFolders): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'data_dir',
    `O programa roda como root, o PostgreSQL não aceita root, e a conta sem privilégios que o ` +
      `roda não pode entrar em ${folders.closedParent}. Use uma pasta acessível (DATA_DIR=/srv/guilda, ` +
      'por exemplo) ou inicie o programa com uma conta comum.',
  );
}

async function chooseUnprivilegedUser(
  clusterFolder: string,
): Promise<UnprivilegedUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const folderStats = await stat(clusterFolder).catch(() => undefined);
  if (folderStats !== undefined && folderStats.uid !== 0) return folderStats;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const user = ['postgres', 'nobody']
    .map((name) => users.find(([known]) => known === name))
    .find((match) => match !== undefined);
  if (user === undefined) throw new Error('não há conta "postgres" nem "nobody" no sistema');
  // macOS writes the ids of the account `nobody` as -2.
  return { uid: Number(user[2]) >>> 0, gid: Number(user[3]) >>> 0 };
}

async function changeOwner(
  paths: Pick<DatabaseFolders, 'root' | 'cluster' | 'passwordFile'>,
  account: UnprivilegedUser,
): Promise<void> {
  await chown(paths.root, account.uid, account.gid);
  for (const path of [paths.cluster, paths.passwordFile]) {
    const pathStats = await stat(path).catch(() => undefined);
    // The files belong to root when root has copied them or restored them from a backup.
    if (pathStats?.uid === 0)
      await execFileAsync('chown', ['-R', `${account.uid}:${account.gid}`, path]);
  }
}

/** Finds the topmost parent folder of `root` that the account may not enter; undefined when it may enter `root`. */
async function findClosedParent(
  root: string,
  account: UnprivilegedUser | undefined,
): Promise<string | undefined> {
  if (account === undefined) return undefined;
  // A shell tries to enter the folder, because mode bits do not show access control lists and capabilities.
  const enterAttempt = execFileAsync('/bin/sh', ['-c', 'cd -- "$0"', root], {
    ...spawnOptionsFor(account),
    cwd: '/',
  });
  if (
    await enterAttempt.then(
      () => true,
      () => false,
    )
  )
    return undefined;
  const parents: string[] = [];
  for (let path = dirname(root); path !== dirname(path); path = dirname(path))
    parents.unshift(path);
  for (const path of parents) {
    if (!canEnterFolder(await stat(path), account)) return path;
  }
  return dirname(root);
}

function canEnterFolder(
  folder: { uid: number; gid: number; mode: number },
  account: UnprivilegedUser,
): boolean {
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

/** Spawn options that run a child process under the account; empty when the child uses this program's own account. */
export function spawnOptionsFor(account: UnprivilegedUser | undefined): {
  uid?: number;
  gid?: number;
} {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid };
}
