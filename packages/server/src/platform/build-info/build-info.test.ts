import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formatBuild, readBuildInfo, writeBuildInfo } from './build-info.ts';

const buildTime = new Date('2026-11-23T12:00:00.000Z');
const startTime = new Date('2026-11-24T12:00:00.000Z');

let buildFolder: string;
beforeEach(async () => {
  buildFolder = await mkdtemp(join(tmpdir(), 'guilda-build-'));
  await writeFile(join(buildFolder, 'package.json'), '{"version":"1.2.3"}');
  await writeFile(join(buildFolder, '.gitignore'), 'build/\n');
});
afterEach(() => rm(buildFolder, { recursive: true, force: true }));

/** Turns the folder into a git clone with one commit; returns the commit. */
function cloneRepository(): string {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@pessoas.example', ...args], {
      cwd: buildFolder,
      encoding: 'utf8',
    }).trim();
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
  return git('rev-parse', 'HEAD');
}

it('the build info contains only the version without a build and without git', () => {
  expect(readBuildInfo(buildFolder, startTime)).toEqual({
    ...{ version: '1.2.3', commit: 'unknown', builtAt: startTime.toISOString() },
  });
});

it('the build info contains the commit that was passed to the build when there is no git', () => {
  const commit = 'a'.repeat(40);
  writeBuildInfo(commit, buildFolder, buildTime);
  expect(readBuildInfo(buildFolder, startTime)).toEqual({
    ...{ version: '1.2.3', commit, builtAt: buildTime.toISOString() },
  });
});

it('the build info prefers the commit of the clone, and uses the build file only if it matches', async () => {
  const commit = cloneRepository();
  expect(readBuildInfo(buildFolder, startTime)).toMatchObject({
    commit,
    builtAt: startTime.toISOString(),
  });
  writeBuildInfo('b'.repeat(40), buildFolder, buildTime);
  expect(readBuildInfo(buildFolder, startTime)).toMatchObject({
    commit,
    builtAt: buildTime.toISOString(),
  });
  await writeFile(join(buildFolder, 'package.json'), '{"version":"1.2.4"}');
  expect(readBuildInfo(buildFolder, startTime)).toEqual({
    ...{ version: '1.2.4', commit: `${commit}-dirty`, builtAt: startTime.toISOString() },
  });
});

it('the build info ignores a git clone in a parent folder', async () => {
  cloneRepository();
  const innerFolder = join(buildFolder, 'inner');
  await mkdir(innerFolder);
  await writeFile(join(innerFolder, 'package.json'), '{"version":"1.2.3"}');
  expect(readBuildInfo(innerFolder, startTime).commit).toBe('unknown');
});

it('the build info ignores a truncated file', async () => {
  writeBuildInfo('a'.repeat(40), buildFolder, buildTime);
  await writeFile(join(buildFolder, 'packages/web/build/build-info.json'), '{"commit":');
  expect(readBuildInfo(buildFolder, startTime).commit).toBe('unknown');
});

it.each([
  ['a'.repeat(40), '1.2.3 (aaaaaaaa)'],
  [`${'a'.repeat(40)}-dirty`, '1.2.3 (aaaaaaaa-dirty)'],
  ['unknown', '1.2.3'],
])('the build info shortens the commit %s', (commit, text) => {
  expect(formatBuild({ version: '1.2.3', commit })).toBe(text);
});
