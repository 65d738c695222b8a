/** Heading of the unreleased changes in the changelog. */
const UNRELEASED_HEADING = '## [Unreleased]\n';

/**
 * Moves the unreleased changes of a changelog under the heading of a new version.
 * @param date date of the release, `YYYY-MM-DD`
 * @throws Error without unreleased changes
 */
export function addReleaseHeading(changelog: string, version: string, date: string): string {
  const [before, after, ...others] = changelog.split(UNRELEASED_HEADING);
  if (before === undefined || after === undefined || others.length > 0) {
    throw new Error('CHANGELOG.md needs one section "## [Unreleased]".');
  }
  const [notes = ''] = after.split(/^## /m, 1);
  if (!/^- /m.test(notes)) throw new Error('CHANGELOG.md has no unreleased entries.');
  return `${before}${UNRELEASED_HEADING}\n## [${version}] - ${date}\n${after}`;
}

const versionPattern = /^(\d+)\.(\d+)\.(\d+)$/;

/**
 * Computes the next version.
 * @param requestedRelease `major`, `minor`, `patch` or the version itself
 * @throws Error for any other text
 */
export function nextVersion(currentVersion: string, requestedRelease: string): string {
  const [major = 0, minor = 0, patch = 0] = currentVersion.split('.').map(Number);
  if (requestedRelease === 'major') return `${major + 1}.0.0`;
  if (requestedRelease === 'minor') return `${major}.${minor + 1}.0`;
  if (requestedRelease === 'patch') return `${major}.${minor}.${patch + 1}`;
  if (versionPattern.test(requestedRelease)) return requestedRelease;
  throw new Error('Usage: npm run release -- major|minor|patch|X.Y.Z [--dry-run]');
}
