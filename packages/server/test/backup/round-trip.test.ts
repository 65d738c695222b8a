import { join } from 'node:path';
import { startEmbeddedPostgres } from '@guilda/embedded-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drillCommand } from '../../src/backup/commands/drill-command.ts';
import { moveCommand } from '../../src/backup/commands/move-command.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { quietLog } from '../fixtures/server/quiet-log.ts';
import { withClient } from '../fixtures/server/template-database.ts';
import { startTestApp, type TestApp } from '../fixtures/server/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/server/test-database.ts';
import {
  filesIn,
  openFolder,
  rowsOf,
  runBackup,
  runCommand,
  runRestore,
  schemaOf,
} from './backup-fixture.ts';

const ENCRYPTION_KEY = 'uma chave só dos testes';

let app: TestApp;
let sourceEnv: Readonly<Record<string, string>>;
let restoredUrl: string;
let restoredHome: Awaited<ReturnType<typeof openFolder>>;
let remoteFolder: Awaited<ReturnType<typeof openFolder>>;
let otherDatabase: TestDatabase;

beforeAll(async () => {
  [app, restoredHome, remoteFolder] = await Promise.all([
    startTestApp(),
    openFolder(),
    openFolder(),
  ]);
  otherDatabase = await createTestDatabase();
  // `otherDatabase` is the target of the move. It gets a row that every program writes within a minute of its start,
  // even without users.
  await withClient(otherDatabase.url, (client) =>
    client.query(`INSERT INTO ledger_sums (kept_below, kept_sum, kept_at, total, summed_at)
      VALUES (gen_random_uuid(), 7, now(), 7, now())`),
  );
  await seedDemo({
    app: app.program.app,
    pool: app.pool,
    accountAge: null,
    printLine: () => undefined,
  });
  // Adds a job that waits until tomorrow in the serial queue `q`, and a job whose third attempt is running.
  await app.program.jobs.stop();
  await app.pool.query(`SELECT graphile_worker.add_job('test.a', '{"id":"a"}', job_key => 'k',
      run_at => now() + interval '1 day', queue_name => 'q'),
    graphile_worker.add_job('test.b', '{"id":"b"}')`);
  await app.pool.query(`UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'x',
    attempts = 3 WHERE id = (SELECT max(id) FROM graphile_worker._private_jobs)`);
  restoredUrl = app.program.database.pool.options.connectionString ?? '';
  sourceEnv = { DATABASE_URL: restoredUrl, DATA_DIR: app.dataDir };
});
afterAll(async () => {
  await app.close();
  await Promise.all([restoredHome.remove(), remoteFolder.remove(), otherDatabase.drop()]);
});

/** Reads all rows, without the changes that a running program makes to the rows of its jobs. */
async function rowsWithoutProgram(restoredUrl: string) {
  const rows = await rowsOf(restoredUrl);
  const jobs = rows['graphile_worker._private_jobs']?.map((row) =>
    row
      .replace('"attempts": 3', '"attempts": 2')
      .replace('"is_available": false', '"is_available": true'),
  );
  return { ...rows, 'graphile_worker._private_jobs': jobs?.sort() };
}

describe('the demo data', () => {
  it('is restored row by row and file by file to an embedded database, and moved from there', async () => {
    const sourceData = [
      await rowsWithoutProgram(restoredUrl),
      await schemaOf(restoredUrl),
      await filesIn(join(app.dataDir, 'files')),
    ];
    const backup = await runBackup({ ...sourceEnv, BACKUP_KEY: ENCRYPTION_KEY });
    expect(backup).toMatchObject({ code: 0, text: expect.stringContaining('✓ ') });
    expect(backup.backup.subarray(0, 21).toString()).toBe('age-encryption.org/v1');

    const env = { DATA_DIR: restoredHome.folder };
    expect(await runRestore({ ...env, BACKUP_KEY: ENCRYPTION_KEY }, backup.backup)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^Restaurando a cópia de \S+Z, da Guilda \d+\.\d+\.\d+/),
    });

    // The data is moved to a database on another server and a separate folder, while no program uses the source.
    const targetEnv = {
      MOVE_TO_DATABASE_URL: otherDatabase.url,
      MOVE_TO_FILES_DIR: join(remoteFolder.folder, 'f'),
    };
    const dataDir = join(restoredHome.folder, 'postgres');
    const binDir = process.env['PG_BIN'] || undefined;
    const restoredServer = await startEmbeddedPostgres({ dataDir, binDir, log: quietLog });
    const restoredData = [
      await rowsWithoutProgram(restoredServer.url),
      await schemaOf(restoredServer.url),
      await filesIn(join(restoredHome.folder, 'files')),
    ];
    expect(await runCommand(moveCommand, { ...env, ...targetEnv })).toMatchObject({
      code: 2,
      text: expect.stringContaining('já está em uso'),
    });
    await restoredServer.stop();
    expect(restoredData).toEqual(sourceData);

    expect(await runCommand(moveCommand, { ...env, ...targetEnv })).toMatchObject({ code: 0 });
    expect([
      await rowsWithoutProgram(otherDatabase.url),
      await schemaOf(otherDatabase.url),
      await filesIn(join(remoteFolder.folder, 'f')),
    ]).toEqual(sourceData);
    expect(await runCommand(moveCommand, { ...env, ...targetEnv })).toMatchObject({
      code: 2,
      text: expect.stringContaining('não está vazio'),
    });
  });

  it('keeps its rules after the restore: append-only tables cannot be changed, and sequences continue', async () => {
    await withClient(otherDatabase.url, async (client) => {
      for (const statement of [
        'UPDATE ledger_entries SET amount = amount + 1',
        'DELETE FROM ledger_transactions',
        'UPDATE ledger_balances SET balance = 0',
        'TRUNCATE moderation_actions',
      ]) {
        await expect(client.query(statement)).rejects.toThrow(/append-only|follow the ledger/);
      }
      const { rows } = await client.query(`SELECT nextval('case_numbers') > max(number) AS on,
        (SELECT nextval(pg_get_serial_sequence('graphile_worker._private_jobs', 'id'))
          > max(id) FROM graphile_worker._private_jobs) AS jobs FROM cases`);
      expect(rows).toEqual([{ on: true, jobs: true }]);
    });
  });

  it('passes the drill, which leaves nothing behind', async () => {
    const rowsBefore = await rowsOf(restoredUrl);
    const { code, text } = await runCommand(drillCommand, sourceEnv);
    expect(text).toMatch(
      /^Ensaiando com a cópia de \S+Z, da Guilda \d[^✗]*Restaurado em [^✗]*✓[^✗]*✓[^✗]*✓[^✗]*readyz: 200[^✗]*A cópia serve\.$/,
    );
    expect(code).toBe(0);
    expect(await rowsOf(restoredUrl)).toEqual(rowsBefore);
  });

  it('is not moved while a program uses it', async () => {
    const targetEnv = { MOVE_TO_DATABASE_URL: 'postgres://ana:segredo@127.0.0.1:1/x' };
    const { code, text } = await runCommand(moveCommand, { ...sourceEnv, ...targetEnv });
    expect({ code, text }).toEqual({
      code: 2,
      text: 'A Guilda está em funcionamento no banco de origem: pare-a antes. Nada foi mudado.',
    });
  });
});
