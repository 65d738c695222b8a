import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Version, commit and build time of the running program. */
export interface BuildInfo {
  /** Version of the root `package.json`. */
  readonly version: string;
  /** 40 hexadecimal digits, followed by `-dirty` when files were changed; `unknown` without a commit. */
  readonly commit: string;
  /** Build time in ISO 8601; the start time of the program when there is no build of this commit. */
  readonly builtAt: string;
}

const productRoot = fileURLToPath(new URL('../../../../../', import.meta.url));

/** Path of the build info file, which a build writes beside the built pages. */
const buildInfoFile = (root: string) => join(root, 'packages', 'web', 'build', 'build-info.json');

const buildInfoSchema = z.object({ commit: z.string().min(1), builtAt: z.iso.datetime() });
const packageSchema = z.object({ version: z.string() });

/**
 * The commit that is checked out in the folder; null when the folder is no git clone, git is missing, or git refuses a
 * clone of another user.
 */
function readCommit(repositoryRoot: string): string | null {
  // Without this check git would find a clone in a parent folder.
  if (!existsSync(join(repositoryRoot, '.git'))) return null;
  const args = ['describe', '--always', '--abbrev=40', '--dirty', '--exclude=*'];
  try {
    const output = execFileSync('git', args, {
      cwd: repositoryRoot,
      encoding: 'utf8',
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5_000,
    });
    return output.trim() || null;
  } catch {
    return null;
  }
}

/** Reads the build info file of the last build; null without one. */
function readBuildFile(repositoryRoot: string) {
  try {
    return buildInfoSchema.parse(JSON.parse(readFileSync(buildInfoFile(repositoryRoot), 'utf8')));
  } catch {
    return null;
  }
}

/**
 * Reads the build info of a folder. The commit comes from git, or without git from the file of the build. The build
 * time comes from that file if the file names the same commit; otherwise it is `now`.
 */
export function readBuildInfo(repositoryRoot = productRoot, now = new Date()): BuildInfo {
  const { version } = packageSchema.parse(
    JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')),
  );
  const buildFile = readBuildFile(repositoryRoot);
  const commit = readCommit(repositoryRoot) ?? buildFile?.commit ?? 'unknown';
  const builtAt = buildFile?.commit === commit ? buildFile.builtAt : now.toISOString();
  return { version, commit, builtAt };
}

/**
 * Writes the build info file, for programs that run without git.
 * @param givenCommit the commit, for a build outside of a git clone, such as the build of the container image
 */
export function writeBuildInfo(
  givenCommit: string | undefined,
  root = productRoot,
  now = new Date(),
) {
  const commit = readCommit(root) ?? (givenCommit || 'unknown');
  mkdirSync(dirname(buildInfoFile(root)), { recursive: true });
  writeFileSync(buildInfoFile(root), `${JSON.stringify({ commit, builtAt: now.toISOString() })}\n`);
}

let cachedBuildInfo: BuildInfo | undefined;

/** The build info of this process; read only once. */
export function ownBuildInfo(): BuildInfo {
  cachedBuildInfo ??= readBuildInfo();
  return cachedBuildInfo;
}

/** Formats version and short commit for display: `0.2.0 (1a2b3c4d)`. */
export function formatBuild({ version, commit }: Pick<BuildInfo, 'version' | 'commit'>): string {
  const shortCommit = commit.replace(/^([0-9a-f]{8})[0-9a-f]{32}/, '$1');
  return commit === 'unknown' ? version : `${version} (${shortCommit})`;
}
