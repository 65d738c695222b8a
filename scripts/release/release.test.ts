import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addReleaseHeading, nextVersion } from './changelog.ts';

const releaseScript = fileURLToPath(new URL('./release.ts', import.meta.url));
const projectFolder = new URL('../../', import.meta.url);

const gitIdentity = { NAME: 'Ana', EMAIL: 'ana@pessoas.example' };
const gitEnvironment = {
  ...process.env,
  ...Object.fromEntries(
    Object.entries(gitIdentity).flatMap(([name, value]) => [
      [`GIT_AUTHOR_${name}`, value],
      [`GIT_COMMITTER_${name}`, value],
    ]),
  ),
};

/** Folder of a new Git repository with the files that a release changes. */
let cloneFolder: string;
const clonePath = (name: string) => join(cloneFolder, name);
const readCloneFile = (name: string) => readFileSync(clonePath(name), 'utf8');
const runGit = (...args: string[]) =>
  execFileSync('git', args, { cwd: cloneFolder, env: gitEnvironment, encoding: 'utf8' }).trim();
const runRelease = (...args: string[]) =>
  spawnSync(process.execPath, [releaseScript, ...args], {
    cwd: cloneFolder,
    env: gitEnvironment,
    encoding: 'utf8',
  });

const changelogText =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n- A thing.\n\n## [0.1.0] - 2026-11-20\n';

beforeEach(() => {
  cloneFolder = mkdtempSync(join(tmpdir(), 'guilda-release-'));
  for (const name of ['package.json', 'package-lock.json', 'compose.yaml'])
    writeFileSync(clonePath(name), readFileSync(new URL(name, projectFolder)));
  writeFileSync(clonePath('CHANGELOG.md'), changelogText);
  runGit('init', '--quiet');
  runGit('add', '.');
  runGit('commit', '--quiet', '--message', 'first');
});
afterEach(() => rmSync(cloneFolder, { recursive: true, force: true }));

const versionOf = (name: string) => JSON.parse(readCloneFile(name)).version as string;

it('a release raises the version in every file, dates the changes, commits and tags', () => {
  const versionBefore = versionOf('package.json');
  const version = nextVersion(versionBefore, 'minor');
  expect(runRelease('minor')).toMatchObject({ status: 0, stderr: '' });
  expect(versionOf('package.json')).toBe(version);
  const lock = JSON.parse(readCloneFile('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  expect(readCloneFile('compose.yaml')).toContain(`\${GUILDA_VERSION:-${version}}`);
  const date = new Date().toISOString().slice(0, 10);
  expect(readCloneFile('CHANGELOG.md')).toContain(
    `## [Unreleased]\n\n## [${version}] - ${date}\n\n### Added\n- A thing.\n\n## [0.1.0]`,
  );
  expect(runGit('log', '-1', '--format=%s')).toBe(`chore(release): ${version}`);
  expect(runGit('describe', '--tags')).toBe(`v${version}`);
  expect(runGit('status', '--porcelain')).toBe('');
  // Only the lines with the version and the changelog's new heading have changed.
  const changedFiles = runGit('show', '--numstat', '--format=', 'HEAD').split('\n');
  expect(changedFiles.sort()).toEqual([
    '1\t1\tcompose.yaml',
    '1\t1\tpackage.json',
    '2\t0\tCHANGELOG.md',
    '2\t2\tpackage-lock.json',
  ]);
});

it('a release changes nothing in a dry run, and where it is not allowed', () => {
  expect(runRelease('patch', '--dry-run')).toMatchObject({ status: 0 });
  expect(runRelease('later').stderr).toMatch(/^Usage: /);
  runGit('tag', 'v9.0.0');
  expect(runRelease('9.0.0')).toMatchObject({ status: 1, stderr: 'v9.0.0 exists already.\n' });
  expect([runGit('status', '--porcelain'), runGit('rev-list', '--count', 'HEAD')]).toEqual([
    '',
    '1',
  ]);
  writeFileSync(clonePath('note'), 'not committed');
  expect(runRelease('minor').stderr).toMatch(/^There are changes that are not committed/);
  expect(versionOf('package.json')).toBe(versionOf('package-lock.json'));
});

it('a release without changes is refused', () => {
  for (const text of ['# Changelog\n', changelogText.replace('- A thing.\n', '')])
    expect(() => addReleaseHeading(text, '1.0.0', '2026-11-24')).toThrow('CHANGELOG.md');
});

it.each([
  ['major', '1.0.0'],
  ['minor', '0.3.0'],
  ['patch', '0.2.8'],
  ['0.9.1', '0.9.1'],
])('the version after 0.2.7 by %s is %s', (requestedRelease, version) => {
  expect(nextVersion('0.2.7', requestedRelease)).toBe(version);
});

it('the changelog lists the changes since the last release', () => {
  const changelog = readFileSync(new URL('CHANGELOG.md', projectFolder), 'utf8');
  expect(changelog.split('## [Unreleased]\n')).toHaveLength(2);
  const { version } = JSON.parse(readFileSync(new URL('package.json', projectFolder), 'utf8'));
  expect(changelog).toContain(`\n## [${version}] - `);
});
