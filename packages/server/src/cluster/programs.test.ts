import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findPrograms } from './programs.ts';

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

test('names the packages of what is not there', async () => {
  vi.stubEnv('PATH', join(home, 'nothing'));
  const { pgBin, missing } = await findPrograms(undefined, home);
  expect(pgBin).toBeNull();
  expect(missing.slice(0, 2)).toEqual(['postgresql', 'redis-server']);
});

test('takes the newest PostgreSQL that runs, or the one it is told of', async () => {
  const nine = await program(join(home, '9', 'bin'), 'postgres');
  const sixteen = await program(join(home, '16', 'bin'), 'postgres');
  await mkdir(join(home, '17', 'bin'), { recursive: true });
  expect((await findPrograms(undefined, home)).pgBin).toBe(sixteen);
  expect((await findPrograms(nine, home)).pgBin).toBe(nine);
  expect((await findPrograms(join(home, 'gone'), home)).missing).not.toContain('postgresql');
});
