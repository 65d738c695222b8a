import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findPostgres, hasRedis } from './programs.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'guilda-programs-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true });
});

async function program(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), '#!/bin/sh\nexit 0\n');
  await chmod(join(folder, name), 0o755);
  return folder;
}

test('a program is found in the search path, and reported as missing elsewhere', async () => {
  vi.stubEnv('PATH', join(home, 'nothing'));
  expect(await hasRedis()).toBe(false);
  vi.stubEnv('PATH', `${await program(join(home, 'bin'), 'redis-server')}:/bin`);
  expect(await hasRedis()).toBe(true);
});

test('the newest PostgreSQL that runs is used, or the configured one', async () => {
  expect(await findPostgres(undefined, home)).toBeNull();
  const nine = await program(join(home, '9', 'bin'), 'postgres');
  const sixteen = await program(join(home, '16', 'bin'), 'postgres');
  await mkdir(join(home, '17', 'bin'), { recursive: true });
  expect(await findPostgres(undefined, home)).toBe(sixteen);
  expect(await findPostgres(nine, home)).toBe(nine);
  expect(await findPostgres(join(home, 'gone'), home)).toBe(sixteen);
});
