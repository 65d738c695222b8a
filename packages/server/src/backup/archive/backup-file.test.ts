import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backupFileName, deleteOldBackups, writeBackupFile } from './backup-file.ts';

const backupTime = new Date('2026-11-22T10:20:30.000Z');
const fixedClock = { now: () => backupTime };
const DAY_MS = 86_400_000;

let backupFolder: string;
beforeEach(async () => {
  backupFolder = await mkdtemp(join(tmpdir(), 'guilda-whole-'));
});
afterEach(() => rm(backupFolder, { recursive: true, force: true }));

async function* streamOf(...parts: (string | Error)[]) {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

describe('a backup file', () => {
  it('is complete and readable only by its owner, in a new folder', async () => {
    const path = join(backupFolder, 'a', 'b', 'x.tar');
    expect(await writeBackupFile(path, streamOf('um ', 'dois'))).toBe(7);
    expect(await readFile(path, 'utf8')).toBe('um dois');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(backupFolder, 'a', 'b'))).toEqual(['x.tar']);
  });

  it('leaves nothing after a failure and overwrites no other file', async () => {
    const path = join(backupFolder, 'x.tar');
    await expect(writeBackupFile(path, streamOf('um', new Error('cut')))).rejects.toThrow('cut');
    expect(await readdir(backupFolder)).toEqual([]);
    await writeFile(path, 'outro');
    await expect(writeBackupFile(path, streamOf('um'))).rejects.toThrow(/x\.tar já existe\.$/);
    expect(await readFile(path, 'utf8')).toBe('outro');
  });

  it('is deleted after its retention period, unlike other files', async () => {
    const oldName = backupFileName(new Date(backupTime.getTime() - 30 * DAY_MS - 1000), true);
    const youngName = backupFileName(new Date(backupTime.getTime() - 30 * DAY_MS), false);
    const partName = (letter: string) =>
      `.x.tar.${letter.repeat(8)}-0000-7000-8000-000000000000.part`;
    const names = [oldName, youngName, 'guilda-outra.tar', partName('a'), partName('b')];
    for (const name of names) await writeFile(join(backupFolder, name), '');
    const twoDaysAgo = new Date(backupTime.getTime() - 2 * DAY_MS);
    await utimes(join(backupFolder, partName('a')), twoDaysAgo, twoDaysAgo);
    await utimes(join(backupFolder, partName('b')), backupTime, backupTime);
    expect(await deleteOldBackups(backupFolder, null, fixedClock)).toEqual([]);
    expect(await deleteOldBackups(backupFolder, 30, fixedClock)).toEqual([oldName]);
    expect((await readdir(backupFolder)).sort()).toEqual(
      [partName('b'), youngName, 'guilda-outra.tar'].sort(),
    );
    expect([oldName, youngName]).toEqual([
      'guilda-20261023T102029Z.tar.age',
      'guilda-20261023T102030Z.tar',
    ]);
  });
});
