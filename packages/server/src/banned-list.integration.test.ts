import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quietLog } from '../test/fixtures/server/quiet-log.ts';
import { createTestDatabase, type TestDatabase } from '../test/fixtures/server/test-database.ts';
import { bannedListCommand } from './banned-list.ts';
import { createDatabase, type Database } from './platform/database/pool.ts';

let testDatabase: TestDatabase;
let database: Database;
let folder: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.pooledUrl, { log: quietLog });
  folder = await mkdtemp(join(tmpdir(), 'guilda-banned-list-'));
});
afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => database.pool.query('DELETE FROM banned_pictures'));

async function runImport(content: string, ...extraArguments: string[]) {
  const file = join(folder, 'list.txt');
  await writeFile(file, content);
  return runCommand(
    '--list',
    'Autoridade',
    '--file',
    file,
    '--reason',
    'Ofício 12',
    ...extraArguments,
  );
}

async function runCommand(...args: string[]) {
  const lines: string[] = [];
  const exit = await bannedListCommand({
    ...{ args, env: { DATABASE_URL: testDatabase.url, DATA_DIR: folder } },
    printLine: (line) => void lines.push(line),
  });
  return { exit, text: lines.join('\n') };
}

const readHashes = async () =>
  (
    await database.pool.query(
      `SELECT list, minor, lpad(to_hex(look), 16, '0') AS hash FROM banned_pictures ORDER BY 1, 3`,
    )
  ).rows;
const readLog = async () =>
  (
    await database.pool.query(
      `SELECT actor_id AS actor, subject_kind AS kind, reason FROM moderation_actions
       WHERE action = 'import_banned_list' ORDER BY created_at`,
    )
  ).rows;

describe('npm run banned-list', () => {
  it('stores the hashes of a file under the name of the list, and logs that', async () => {
    const entryCount = (await readLog()).length;
    const importResult = await runImport(
      '# nota\nff00ff00ff00ff00\r\n\n0123456789ABCDEF\n0123456789abcdef\n',
      '--minors',
    );
    expect(importResult).toEqual({ exit: 0, text: '✓ Lista Autoridade: 2 imagens barradas.' });
    expect(await readHashes()).toEqual([
      { list: 'Autoridade', minor: true, hash: '0123456789abcdef' },
      { list: 'Autoridade', minor: true, hash: 'ff00ff00ff00ff00' },
    ]);
    expect((await readLog()).slice(entryCount)).toEqual([
      { actor: null, kind: 'banned_list', reason: 'Autoridade (2): Ofício 12' },
    ]);
  });

  it('replaces its own list alone', async () => {
    await database.pool.query(
      `INSERT INTO banned_pictures (picture_id, look, list) VALUES
         (gen_random_uuid(), 1, NULL), (gen_random_uuid(), 2, 'Outra')`,
    );
    await runImport('0000000000000003\n0000000000000004', '--minors');
    await runImport('0000000000000004\n0000000000000005');
    expect(
      (await readHashes()).map(({ list, minor, hash }) => [list, minor, Number(hash)]),
    ).toEqual([
      ['Autoridade', false, 4],
      ['Autoridade', false, 5],
      ['Outra', false, 2],
      [null, false, 1],
    ]);
  });

  it('removes a list by an empty file', async () => {
    await runImport('0000000000000003');
    expect(await runImport('')).toMatchObject({ exit: 0 });
    expect(await readHashes()).toEqual([]);
  });

  it.each([
    ['0000000000000003\nabc', 'Linha 2'],
    ['0000000000000003\nzzzzzzzzzzzzzzzz', 'Linha 2'],
    ['0000000000000003\n'.repeat(100_001), 'no máximo 100000'],
  ])('refuses a damaged file and changes nothing', async (content, reason) => {
    await runImport('0000000000000007');
    const logEntries = await readLog();
    expect(await runImport(content)).toEqual({ exit: 2, text: expect.stringContaining(reason) });
    expect((await readHashes()).map(({ hash }) => Number(hash))).toEqual([7]);
    expect(await readLog()).toEqual(logEntries);
  });

  it.each([
    [[], 'Uso:'],
    [['--list', 'Autoridade', '--file', 'x.txt'], 'Uso:'],
    [['--list', 'a<b', '--file', 'x.txt', '--reason', 'Ofício'], 'Uso:'],
    [
      ['--list', 'Autoridade', '--file', '/nada/x.txt', '--reason', 'Ofício'],
      'Não foi possível ler',
    ],
  ])('refuses the arguments %j', async (args, text) => {
    expect(await runCommand(...args)).toEqual({ exit: 2, text: expect.stringContaining(text) });
  });
});
