import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backupFileName } from '../archive/backup-file.ts';
import { backupCommand } from './backup-command.ts';

const now = new Date('2026-11-22T10:20:30.000Z');
const DAY_MS = 86_400_000;
const nameOfAge = (days: number) => backupFileName(new Date(now.getTime() - days * DAY_MS), true);

let dataDir: string;
let backupFolder: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'guilda-backup-command-'));
  backupFolder = join(dataDir, 'backups');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Runs `npm run backup`, which fails because there is no database in `dataDir`. */
async function runFailingBackup(args: readonly string[]) {
  const lines: string[] = [];
  const code = await backupCommand({
    args,
    env: { DATA_DIR: dataDir },
    printLine: (line) => lines.push(line),
    clock: { now: () => now },
    writeOut: () => Promise.reject(new Error('no output')),
  });
  expect(code).toBe(2);
  expect(lines.at(-1)).toMatch(/^Não há banco de dados em DATA_DIR/);
  return lines.slice(0, -1);
}

async function createBackups(...names: string[]) {
  await mkdir(backupFolder);
  for (const name of names) await writeFile(join(backupFolder, name), '');
}

it('a backup that fails still deletes expired ones, so that the next one has room', async () => {
  await createBackups(nameOfAge(40), nameOfAge(31), nameOfAge(2));
  expect(await runFailingBackup(['--keep-days', '30'])).toEqual([
    `Apagada: ${nameOfAge(40)}`,
    `Apagada: ${nameOfAge(31)}`,
  ]);
  expect(await readdir(backupFolder)).toEqual([nameOfAge(2)]);
});

it('a backup that fails never deletes the newest one, however old it is', async () => {
  await createBackups(nameOfAge(40), nameOfAge(35), '.x.tar.part', 'guilda-outra.tar');
  await runFailingBackup(['--keep-days', '30']);
  expect((await readdir(backupFolder)).sort()).toEqual(
    ['.x.tar.part', nameOfAge(35), 'guilda-outra.tar'].sort(),
  );
});

it('a backup that fails deletes none without --keep-days, and needs no folder', async () => {
  expect(await runFailingBackup(['--keep-days', '30'])).toEqual([]);
  await createBackups(nameOfAge(40), nameOfAge(31));
  expect(await runFailingBackup([])).toEqual([]);
  expect(await readdir(backupFolder)).toHaveLength(2);
});
