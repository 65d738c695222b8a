import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasNginx } from './proxy.ts';

const run = promisify(execFile);
/** Where Debian keeps the programs of each version of PostgreSQL. */
const POSTGRES = '/usr/lib/postgresql';

/** What of this machine a cluster is made of. */
export interface Programs {
  /** Folder of PostgreSQL's programs; null when there is none. */
  readonly pgBin: string | null;
  /** Debian's packages of what is not there. */
  readonly missing: readonly string[];
}

const works = (command: string): Promise<boolean> =>
  run(command, ['--version']).then(
    () => true,
    () => false,
  );

async function findPostgres(root: string): Promise<string | null> {
  const versions = await readdir(root).catch((): string[] => []);
  for (const version of versions.sort((a, b) => Number(b) - Number(a))) {
    const folder = join(root, version, 'bin');
    if (await works(join(folder, 'postgres'))) return folder;
  }
  return null;
}

/**
 * Looks for PostgreSQL (in `pgBin`, else the newest of Debian's), Redis and nginx.
 * @param root where versions of PostgreSQL are looked for
 */
export async function findPrograms(pgBin?: string, root = POSTGRES): Promise<Programs> {
  const found = pgBin && (await works(join(pgBin, 'postgres'))) ? pgBin : await findPostgres(root);
  const [redis, nginx] = await Promise.all([works('redis-server'), hasNginx()]);
  const missing = [
    ...(found ? [] : ['postgresql']),
    ...(redis ? [] : ['redis-server']),
    ...(nginx ? [] : ['nginx-light']),
  ];
  return { pgBin: found, missing };
}
