import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { encrypt } from '../../src/backup/archive/encryption.ts';
import { restoreFromStream } from '../../src/backup/restore/restore.ts';
import { acquireBackupLease } from '../../src/backup/write/backup-lease.ts';
import { createBackup } from '../../src/backup/write/write-backup.ts';
import { deletePicture, eraseClosedPictures } from '../../src/modules/pictures/index.ts';
import { createDatabase } from '../../src/platform/database/pool.ts';
import type { FileStore } from '../../src/ports/file-store.ts';
import { systemTimers as timers } from '../../src/ports/timers.ts';
import { assertLedgerMatchesOrders } from '../fixtures/checks/ledger-checks.ts';
import { openTestFileStore } from '../fixtures/server/disk-file-store.ts';
import { quietLog } from '../fixtures/server/quiet-log.ts';
import { withClient } from '../fixtures/server/template-database.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/server/test-database.ts';
import {
  collectBytes,
  createDatabaseOfOrdinaryRole,
  filesIn,
  killChild,
  openFolder,
  rowsOf,
  runRestore,
  startScript,
} from './backup-fixture.ts';
import { invalidBackups } from './invalid-backups.ts';
import { startServerWithData } from './server-with-data.ts';

let backedUpServer: Awaited<ReturnType<typeof startServerWithData>>;
let remoteFolder: Awaited<ReturnType<typeof openFolder>>;
let emptyDatabase: TestDatabase;
let backupFile: Buffer;
const restoreTarget = () => ({ DATABASE_URL: emptyDatabase.url, DATA_DIR: remoteFolder.folder });

/** Expects that the database and the file store at `restoreTarget` are empty. */
async function expectEmptyTarget(): Promise<void> {
  const rows = await rowsOf(emptyDatabase.url).catch(() => ({}));
  expect(Object.values(rows).flat()).toEqual([]);
  expect(await filesIn(join(remoteFolder.folder, 'files'))).toEqual({});
}

beforeAll(async () => {
  [backedUpServer, remoteFolder] = await Promise.all([startServerWithData(), openFolder()]);
  emptyDatabase = await createTestDatabase({ empty: true });
  for (let n = 0; n < 4; n += 1) await backedUpServer.addOrder();
});
afterAll(async () => {
  await Promise.all([remoteFolder.remove(), emptyDatabase.drop()]);
  await backedUpServer.close();
});

describe('a backup of a running program', () => {
  it('contains the state of one moment with all its files, whatever is deleted meanwhile', async () => {
    const urls = [
      await backedUpServer.addPicture(),
      await backedUpServer.addPicture(),
      await backedUpServer.addPicture(),
    ];
    const deps = { database: backedUpServer.database, files: backedUpServer.files, log: quietLog };
    let hasDeletedPictures = false;
    /** A file store that, before the first file is copied, deletes all pictures as their owners would. */
    const changingFiles: FileStore = {
      ...backedUpServer.files,
      get: async (key, options) => {
        if (!hasDeletedPictures) {
          hasDeletedPictures = true;
          for (const url of urls) await deletePicture(deps)(url);
        }
        return backedUpServer.files.get(key, options);
      },
    };
    const resultBefore = await backedUpServer.pool.query('SELECT count(*)::int AS n FROM payments');
    backupFile = await collectBytes(
      createBackup({ url: backedUpServer.databaseUrl, files: changingFiles }),
      async (partCount) => {
        if (partCount % 12 === 0) await backedUpServer.addOrder();
      },
    );
    const resultAfter = await backedUpServer.pool.query('SELECT count(*)::int AS n FROM payments');
    expect(resultAfter.rows[0].n).toBeGreaterThan(resultBefore.rows[0].n + 4);

    // The 9 files of the deleted pictures stay until the backup ends; `eraseClosedPictures` then deletes them.
    expect(Object.keys(await filesIn(join(backedUpServer.folder, 'files')))).toHaveLength(9);
    await backedUpServer.pool.query(`UPDATE pictures SET deleted_at = now() - interval '2 hours'`);
    await eraseClosedPictures(deps)();
    expect(await filesIn(join(backedUpServer.folder, 'files'))).toEqual({});

    const location = {
      url: emptyDatabase.url,
      files: (await openTestFileStore(join(remoteFolder.folder, 'files'))).files,
    };
    await restoreFromStream(Readable.from([backupFile]), location);
    expect(Object.keys(await filesIn(join(remoteFolder.folder, 'files')))).toHaveLength(9);
    const restored = createDatabase(emptyDatabase.url, { log: quietLog, max: 1 });
    await assertLedgerMatchesOrders(restored.pool);
    const { rows } = await restored.pool.query(`SELECT (SELECT count(*)::int FROM pictures
      WHERE deleted_at IS NULL) AS pictures, (SELECT count(*)::int FROM payments) AS orders`);
    await restored.close();
    expect(rows).toEqual([{ pictures: 3, orders: resultBefore.rows[0].n }]);
  });

  it('that makes no progress prevents the deletion of files for a limited time only', async () => {
    const activeLease = await acquireBackupLease(backedUpServer.databaseUrl, { timers });
    await expect(backedUpServer.files.deletePrefix('pictures/x/')).rejects.toThrow('unavailable');
    await expect(acquireBackupLease(backedUpServer.databaseUrl, { timers })).rejects.toThrow(
      /^Outra cópia/,
    );
    activeLease.heartbeat();
    await activeLease.end();
    const stalledLease = await acquireBackupLease(backedUpServer.databaseUrl, {
      timers,
      idleTimeoutMs: 3_000,
    });
    await expect
      .poll(() =>
        backedUpServer.files.deletePrefix('pictures/x/').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await vi.waitFor(
      () => expect(stalledLease.heartbeat).toThrow(/parada por tempo demais/),
      10_000,
    );
    await stalledLease.end();
  });

  it('reads a large file only as fast as it is consumed, so that memory does not grow', async () => {
    await backedUpServer.addPicture();
    const chunk = Buffer.alloc(65_536, 7);
    const chunkCount = 80;
    let [readBytes, takenBytes, maxAheadBytes] = [0, 0, 0];
    async function* generateLargeFile() {
      for (let n = 0; n < chunkCount; n += 1) {
        readBytes += chunk.length;
        maxAheadBytes = Math.max(maxAheadBytes, readBytes - takenBytes);
        yield chunk;
      }
    }
    const source: FileStore = {
      ...backedUpServer.files,
      get: async () => ({
        size: chunk.length * chunkCount,
        contentType: 'image/webp',
        stream: Readable.from(generateLargeFile()),
      }),
    };
    const backup = createBackup({ url: backedUpServer.databaseUrl, files: source });
    for await (const bytes of encrypt(backup, 'k'.repeat(16), 10)) takenBytes += bytes.length;
    expect(readBytes).toBe(3 * chunkCount * chunk.length);
    expect(maxAheadBytes).toBeLessThan(2 * 1024 * 1024);
  });
});

describe('a restore to a location that is not empty', () => {
  it('is refused, and changes nothing', async () => {
    const rowsBefore = await rowsOf(emptyDatabase.url);
    const result = await runRestore(restoreTarget(), backupFile);
    expect(result).toMatchObject({ code: 2, text: expect.stringMatching(/não está vazio \(.+\)/) });
    expect(await rowsOf(emptyDatabase.url)).toEqual(rowsBefore);
    await emptyDatabase.drop();
    emptyDatabase = await createDatabaseOfOrdinaryRole(backedUpServer.pool);
    await withClient(emptyDatabase.url, (client) => client.query('CREATE TABLE de_outro (a int)'));
    expect(await runRestore(restoreTarget(), backupFile)).toMatchObject({
      code: 2,
      text: expect.stringContaining('tabelas de outro programa'),
    });
    await withClient(emptyDatabase.url, (client) => client.query('DROP TABLE de_outro'));
  });

  it('keeps an existing file of the same name', async () => {
    const { files } = await openTestFileStore(join(remoteFolder.folder, 'files'));
    const [key = '', mine = ''] =
      Object.entries(await filesIn(join(remoteFolder.folder, 'files')))[0] ?? [];
    await files.put(key, Readable.from(['outro']), { contentType: 'image/webp' });
    expect(await runRestore(restoreTarget(), backupFile)).toMatchObject({
      code: 2,
      text: expect.stringContaining(`já há outro ${key}`),
    });
    const leftFiles = await filesIn(join(remoteFolder.folder, 'files'));
    expect(leftFiles[key]).toBe(Buffer.from('outro').toString('base64'));
    expect(leftFiles[key]).not.toBe(mine);
    await files.deletePrefix('pictures/');
    await expectEmptyTarget();
  });
});

describe('an invalid backup', () => {
  it.each(Object.keys(invalidBackups))(
    '%s is refused, and the location stays empty',
    async (defect) => {
      const result = await runRestore(
        restoreTarget(),
        invalidBackups[defect]?.(backupFile) ?? backupFile,
      );
      expect(result).toMatchObject({
        code: 2,
        text: expect.stringMatching(/Nada foi restaurado\.$/),
      });
      await expectEmptyTarget();
    },
  );

  it('of a newer version is refused', async () => {
    const withVersion = (from: string, to: string) => {
      const bytes = Buffer.from(backupFile);
      bytes.write(to, backupFile.indexOf(from));
      return bytes;
    };
    for (const bytes of [
      withVersion('"format": 1', '"format": 9'),
      withVersion('0005_archives', '9905_archives'),
    ]) {
      const result = await runRestore(restoreTarget(), bytes);
      expect(result).toMatchObject({
        code: 2,
        text: expect.stringContaining('de outra versão da Guilda'),
      });
    }
    await expectEmptyTarget();
  });

  it('is refused without its key, with another key, changed or truncated', async () => {
    const key = 'a chave desta cópia';
    const encryptedBackup = await collectBytes(encrypt(Readable.from([backupFile]), key, 10));
    const refusedRestores: [Record<string, string>, Buffer, string][] = [
      [{}, encryptedBackup, 'está cifrada: defina BACKUP_KEY'],
      [{ BACKUP_KEY: 'outra chave qualquer' }, encryptedBackup, 'BACKUP_KEY não abre esta cópia'],
      [
        { BACKUP_KEY: key },
        encryptedBackup.subarray(0, encryptedBackup.length - 10),
        'danificada ou incompleta',
      ],
      [{ BACKUP_KEY: key }, encryptedBackup.subarray(0, 60), 'danificado'],
    ];
    const changedBackup = Buffer.from(encryptedBackup);
    changedBackup[changedBackup.length >> 1] = (changedBackup[changedBackup.length >> 1] ?? 0) ^ 1;
    refusedRestores.push([{ BACKUP_KEY: key }, changedBackup, 'danificada']);
    for (const [env, bytes, text] of refusedRestores) {
      const result = await runRestore({ ...restoreTarget(), ...env }, bytes);
      expect(result).toMatchObject({ code: 2, text: expect.stringContaining(text) });
      expect(result.text).not.toContain(key);
    }
    await expectEmptyTarget();
  });
});

/** Maximum time in ms, on a busy machine, until a child process has started and written its first file. */
const CHILD_START_MS = 30_000;

describe('a command that is killed', () => {
  it('leaves nothing that looks like a backup, and files can be deleted again', async () => {
    const folder = join(backedUpServer.folder, 'backups');
    await withClient(backedUpServer.databaseUrl, async (client) => {
      // The backup blocks on this lock after it has written the first part.
      await client.query('BEGIN; LOCK TABLE webhook_events IN ACCESS EXCLUSIVE MODE');
      const child = startScript('backup', [], backedUpServer.env);
      await expect
        .poll(() => readdir(folder).catch(() => []), { timeout: CHILD_START_MS })
        .toHaveLength(1);
      const canDeleteFiles = () =>
        backedUpServer.files.deletePrefix('pictures/x/').then(
          () => true,
          () => false,
        );
      await expect.poll(canDeleteFiles).toBe(false);
      await killChild(child);
      await expect.poll(canDeleteFiles).toBe(true);
    });
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^\.guilda-.*\.part$/)]);
  });

  it('leaves the location empty, so that the backup can be restored afterwards', async () => {
    const child = startScript('restore', ['--from', '-'], restoreTarget());
    child.stdin?.write(backupFile.subarray(0, backupFile.length - 6_000));
    const { files } = await openTestFileStore(join(remoteFolder.folder, 'files'));
    await expect
      .poll(async () => Object.keys(await filesIn(join(remoteFolder.folder, 'files'))).length, {
        timeout: CHILD_START_MS,
      })
      .toBeGreaterThan(0);
    await killChild(child);
    await expect
      .poll(async () => Object.values(await rowsOf(emptyDatabase.url)).flat())
      .toEqual([]);
    const leftFiles = Object.keys(await filesIn(join(remoteFolder.folder, 'files')));
    expect(await runRestore(restoreTarget(), backupFile)).toMatchObject({ code: 0 });
    for (const key of leftFiles) expect(await files.stat(key)).not.toBeNull();
    expect(Object.keys(await filesIn(join(remoteFolder.folder, 'files')))).toHaveLength(9);
  });
});
