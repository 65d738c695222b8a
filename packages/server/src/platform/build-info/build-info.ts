import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Which build of the product runs. */
export interface BuildInfo {
  /** The release, as the `package.json` of the product says. */
  readonly version: string;
  /** 40 hexadecimal digits, with `-dirty` behind them where files were changed since; else `unknown`. */
  readonly commit: string;
  /** When it was built, in ISO 8601; when it was started, where it runs from source. */
  readonly builtAt: string;
}

const productRoot = fileURLToPath(new URL('../../../../../', import.meta.url));

/** Beside the built pages, which every build makes and no commit holds. */
const fileIn = (root: string) => join(root, 'packages', 'web', 'build', 'build-info.json');

const builtForm = z.object({ commit: z.string().min(1), builtAt: z.iso.datetime() });
const packageForm = z.object({ version: z.string() });

/** The commit of a clone; null where there is none, no git, or one that belongs to somebody else. */
function commitOf(root: string): string | null {
  // Not a clone further up, in which this folder may lie by chance.
  if (!existsSync(join(root, '.git'))) return null;
  const args = ['describe', '--always', '--abbrev=40', '--dirty', '--exclude=*'];
  try {
    const told = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5_000,
    });
    return told.trim() || null;
  } catch {
    return null;
  }
}

/** What the last build wrote; null where none did. */
function builtIn(root: string) {
  try {
    return builtForm.parse(JSON.parse(readFileSync(fileIn(root), 'utf8')));
  } catch {
    return null;
  }
}

/**
 * Looks up which build lies in a folder: what the build wrote, or git where nothing was built from the commit
 * that is checked out.
 */
export function readBuildInfo(root = productRoot, now = new Date()): BuildInfo {
  const { version } = packageForm.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  const built = builtIn(root);
  const commit = commitOf(root) ?? built?.commit ?? 'unknown';
  const builtAt = built?.commit === commit ? built.builtAt : now.toISOString();
  return { version, commit, builtAt };
}

/**
 * Writes down what is built here and now, for programs that run where git is not.
 * @param given the commit, for builds that see no clone, such as an image's
 */
export function writeBuildInfo(given: string | undefined, root = productRoot, now = new Date()) {
  const commit = commitOf(root) ?? (given || 'unknown');
  mkdirSync(dirname(fileIn(root)), { recursive: true });
  writeFileSync(fileIn(root), `${JSON.stringify({ commit, builtAt: now.toISOString() })}\n`);
}

let read: BuildInfo | undefined;

/** Which build this very process runs; looked up once. */
export function ownBuildInfo(): BuildInfo {
  read ??= readBuildInfo();
  return read;
}

/** The build in a few characters, for people: `0.2.0 (1a2b3c4d)`. */
export function buildText({ version, commit }: Pick<BuildInfo, 'version' | 'commit'>): string {
  const short = commit.replace(/^([0-9a-f]{8})[0-9a-f]{32}/, '$1');
  return commit === 'unknown' ? version : `${version} (${short})`;
}
