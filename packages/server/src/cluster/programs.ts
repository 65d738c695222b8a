import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Where Debian keeps the programs of each version of PostgreSQL. */
const POSTGRES = '/usr/lib/postgresql';

/** This environment with the folders in which only root looks, where Debian keeps nginx. */
export const systemEnv = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: [process.env['PATH'] ?? '', '/usr/sbin', '/usr/local/sbin'].join(delimiter),
});

/** Whether a program can be started: it says its version and ends. */
export const runs = (command: string, option = '--version'): Promise<boolean> =>
  run(command, [option], { env: systemEnv() }).then(
    () => true,
    () => false,
  );

/**
 * Looks for the folder of PostgreSQL's programs: `pgBin` if they run, else the newest of Debian's.
 * @param root where versions of PostgreSQL are looked for
 * @returns null when there is none
 */
export async function findPostgres(pgBin?: string, root = POSTGRES): Promise<string | null> {
  const versions = await readdir(root).catch((): string[] => []);
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const folders = newestFirst.map((version) => join(root, version, 'bin'));
  for (const folder of pgBin ? [pgBin, ...folders] : folders) {
    if (await runs(join(folder, 'postgres'))) return folder;
  }
  return null;
}

/** Whether `redis-server` is installed. */
export const hasRedis = (): Promise<boolean> => runs('redis-server');

/** Whether nginx is installed. */
export const hasNginx = (): Promise<boolean> => runs('nginx', '-v');
