import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formatBuild, readBuildInfo, writeBuildInfo } from './build-info.ts';

const building = new Date('2026-11-23T12:00:00.000Z');
const starting = new Date('2026-11-24T12:00:00.000Z');

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'guilda-build-'));
  await writeFile(join(root, 'package.json'), '{"version":"1.2.3"}');
  await writeFile(join(root, '.gitignore'), 'build/\n');
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Turns the folder into a git clone with one commit; returns the commit. */
function cloneRepository(): string {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@pessoas.example', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
  return git('rev-parse', 'HEAD');
}

it('the build info contains only the version without a build and without git', () => {
  expect(readBuildInfo(root, starting)).toEqual({
    ...{ version: '1.2.3', commit: 'unknown', builtAt: starting.toISOString() },
  });
});

it('the build info contains the commit that was passed to the build when there is no git', () => {
  const commit = 'a'.repeat(40);
  writeBuildInfo(commit, root, building);
  expect(readBuildInfo(root, starting)).toEqual({
    ...{ version: '1.2.3', commit, builtAt: building.toISOString() },
  });
});

it('the build info prefers the commit of the clone, and uses the build file only if it matches', async () => {
  const commit = cloneRepository();
  expect(readBuildInfo(root, starting)).toMatchObject({ commit, builtAt: starting.toISOString() });
  writeBuildInfo('b'.repeat(40), root, building);
  expect(readBuildInfo(root, starting)).toMatchObject({ commit, builtAt: building.toISOString() });
  await writeFile(join(root, 'package.json'), '{"version":"1.2.4"}');
  expect(readBuildInfo(root, starting)).toEqual({
    ...{ version: '1.2.4', commit: `${commit}-dirty`, builtAt: starting.toISOString() },
  });
});

it('the build info ignores a git clone in a parent folder', async () => {
  cloneRepository();
  const inner = join(root, 'inner');
  await mkdir(inner);
  await writeFile(join(inner, 'package.json'), '{"version":"1.2.3"}');
  expect(readBuildInfo(inner, starting).commit).toBe('unknown');
});

it('the build info ignores a truncated file', async () => {
  writeBuildInfo('a'.repeat(40), root, building);
  await writeFile(join(root, 'packages/web/build/build-info.json'), '{"commit":');
  expect(readBuildInfo(root, starting).commit).toBe('unknown');
});

it.each([
  ['a'.repeat(40), '1.2.3 (aaaaaaaa)'],
  [`${'a'.repeat(40)}-dirty`, '1.2.3 (aaaaaaaa-dirty)'],
  ['unknown', '1.2.3'],
])('the build info shortens the commit %s', (commit, text) => {
  expect(formatBuild({ version: '1.2.3', commit })).toBe(text);
});
