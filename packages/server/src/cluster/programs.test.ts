import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findPostgres, hasRedis } from './programs.ts';

let programFolder: string;
beforeEach(async () => {
  programFolder = await mkdtemp(join(tmpdir(), 'guilda-programs-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(programFolder, { recursive: true, force: true });
});

async function writeProgram(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), '#!/bin/sh\nexit 0\n');
  await chmod(join(folder, name), 0o755);
  return folder;
}

test('a program is found in the search path, and reported as missing elsewhere', async () => {
  vi.stubEnv('PATH', join(programFolder, 'nothing'));
  expect(await hasRedis()).toBe(false);
  vi.stubEnv('PATH', `${await writeProgram(join(programFolder, 'bin'), 'redis-server')}:/bin`);
  expect(await hasRedis()).toBe(true);
});

test('the newest PostgreSQL that runs is used, or the configured one', async () => {
  expect(await findPostgres(undefined, programFolder)).toBeNull();
  const version9 = await writeProgram(join(programFolder, '9', 'bin'), 'postgres');
  const version16 = await writeProgram(join(programFolder, '16', 'bin'), 'postgres');
  await mkdir(join(programFolder, '17', 'bin'), { recursive: true });
  expect(await findPostgres(undefined, programFolder)).toBe(version16);
  expect(await findPostgres(version9, programFolder)).toBe(version9);
  expect(await findPostgres(join(programFolder, 'gone'), programFolder)).toBe(version16);
});
