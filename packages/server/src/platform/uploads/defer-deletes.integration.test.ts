import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestFileStore } from '../../../test/fixtures/server/disk-file-store.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { createDatabase, type Database } from '../database/pool.ts';
import { BACKUP_LOCK, BackupInProgressError, deferDeletesDuringBackup } from './defer-deletes.ts';

let testDatabase: TestDatabase;
let database: Database;
let filesFolder: string;
let fileStore: FileStore;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ empty: true });
  database = createDatabase(testDatabase.url, { log: quietLog, max: 4 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  filesFolder = await mkdtemp(join(tmpdir(), 'guilda-erase-'));
  fileStore = deferDeletesDuringBackup((await openTestFileStore(filesFolder)).files, database);
  return () => rm(filesFolder, { recursive: true, force: true });
});

/** Runs `runWork` while a backup copies files. */
async function runDuringBackup(runWork: () => Promise<void>): Promise<void> {
  const backup = await database.pool.connect();
  try {
    await backup.query('SELECT pg_advisory_lock($1)', [BACKUP_LOCK]);
    await runWork();
  } finally {
    backup.release(true);
  }
}

const storeFile = (key: string) =>
  fileStore.put(key, Readable.from([Buffer.from('x')]), { contentType: 'image/webp' });

describe('erasing files that a backup copies', () => {
  const deletesByName: Record<string, (folder: string) => Promise<void>> = {
    delete: (folder) => fileStore.delete(`${folder}a.webp`),
    deleteMany: (folder) => fileStore.deleteMany(['previews/b.webp', `${folder}a.webp`]),
    deletePrefix: (folder) => fileStore.deletePrefix(folder),
  };

  it.each(Object.keys(deletesByName))(
    '%s is refused while a backup runs, and possible afterwards',
    async (deleteName) => {
      const erase = deletesByName[deleteName] ?? (() => Promise.resolve());
      for (const folder of ['pictures/1/', 'archives/1/']) {
        await storeFile(`${folder}a.webp`);
        await runDuringBackup(async () => {
          await expect(erase(folder)).rejects.toThrow(BackupInProgressError);
        });
        expect(await fileStore.stat(`${folder}a.webp`)).not.toBeNull();
        await expect
          .poll(() => erase(folder).then(() => fileStore.stat(`${folder}a.webp`)))
          .toBeNull();
      }
    },
  );

  it('deletes files that can be created again at any time', async () => {
    await storeFile('previews/1/a.webp');
    await runDuringBackup(() => fileStore.deletePrefix('previews/1/'));
    expect(await fileStore.stat('previews/1/a.webp')).toBeNull();
  });

  it('allows concurrent deletes', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => fileStore.deletePrefix(`pictures/${index}/`)),
    );
  });
});
