import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);
/** Folder in which Debian installs PostgreSQL, with a subfolder for each version. */
const POSTGRES_FOLDER = '/usr/lib/postgresql';

/** This process's environment with the `sbin` folders added to the path, where Debian installs nginx. */
export const envWithSystemFolders = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: [process.env['PATH'] ?? '', '/usr/sbin', '/usr/local/sbin'].join(delimiter),
});

/** Whether a program can be started, tried with its version option. */
export const canRun = (command: string, option = '--version'): Promise<boolean> =>
  execFileAsync(command, [option], { env: envWithSystemFolders() }).then(
    () => true,
    () => false,
  );

/**
 * Finds the folder of PostgreSQL's binaries: `pgBin` if these binaries run, else the newest version that Debian
 * installed.
 * @param root folder of PostgreSQL versions
 * @returns null when no version is installed
 */
export async function findPostgres(pgBin?: string, root = POSTGRES_FOLDER): Promise<string | null> {
  const versions = await readdir(root).catch((): string[] => []);
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const folders = newestFirst.map((version) => join(root, version, 'bin'));
  for (const folder of pgBin ? [pgBin, ...folders] : folders) {
    if (await canRun(join(folder, 'postgres'))) return folder;
  }
  return null;
}

/** Whether `redis-server` is installed. */
export const hasRedis = (): Promise<boolean> => canRun('redis-server');

/** Whether nginx is installed. */
export const hasNginx = (): Promise<boolean> => canRun('nginx', '-v');

/** Whether pgBackRest is installed. */
export const hasPgBackRest = (): Promise<boolean> => canRun('pgbackrest', 'version');

/** Whether Patroni is installed. */
export const hasPatroni = (): Promise<boolean> => canRun('patroni');

/** Whether etcd is installed. */
export const hasEtcd = (): Promise<boolean> => canRun('etcd');

/** Whether HAProxy is installed. */
export const hasHaproxy = (): Promise<boolean> => canRun('haproxy', '-v');
