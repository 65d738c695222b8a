import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { readConfig } from '../config/index.ts';
import { fullDiskError } from './disk-space.ts';

const embeddedConfig = readConfig({ DATA_DIR: tmpdir() });
const givenConfig = readConfig({
  DATA_DIR: tmpdir(),
  DATABASE_URL: 'postgres://banco.example/loja',
});

const diskFullErrors = [
  Object.assign(new Error('write failed'), { code: 'ENOSPC' }),
  new Error('initdb: error: could not write file: No space left on device'),
  new Error('wrapped', { cause: new Error('could not extend file: No space left on device') }),
];

test.each(diskFullErrors)('a full disk is recognised where %s', async (error) => {
  expect((await fullDiskError(embeddedConfig, error))?.message).toMatch(
    /^O disco está cheio\. .*DATA_DIR=/,
  );
  // The disk of an external database is not checked.
  expect(await fullDiskError(givenConfig, error)).toBeNull();
});

test('other failures are not changed', async () => {
  expect(await fullDiskError(embeddedConfig, new Error('connection refused'))).toBeNull();
});
