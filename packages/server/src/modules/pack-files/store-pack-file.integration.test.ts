import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { limits } from '@guilda/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPackFile, buildUser } from '../../../test/fixtures/data/builders.ts';
import {
  buildMp4WithLocation,
  buildPngWithLocation,
} from '../../../test/fixtures/data/media-files.ts';
import { unlimitedStorage } from '../../../test/fixtures/fakes/fake-storage-quota.ts';
import { openImagesFixture } from '../../../test/fixtures/modules/images-fixture.ts';
import { openTestFileStore } from '../../../test/fixtures/server/disk-file-store.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import { ok } from '../../platform/result.ts';
import { type FileStore, StorageUnavailableError } from '../../ports/file-store.ts';
import { systemIds } from '../../ports/ids.ts';
import { markPackFilesRemovedOf, storePackFile } from './index.ts';
import { packFileTasks } from './sweep-pack-files.ts';

let testDatabase: TestDatabase;
let database: Database;
let imagesFixture: Awaited<ReturnType<typeof openImagesFixture>>;
let filesFolder: string;
let fileStore: FileStore;
let storedKeys: () => Promise<string[]>;
let ownerUid: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.pooledUrl, { log: quietLog });
  imagesFixture = await openImagesFixture();
});
afterAll(async () => {
  await imagesFixture.close();
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  await rm(filesFolder ?? '/none', { recursive: true, force: true });
  filesFolder = await mkdtemp(join(tmpdir(), 'guilda-archives-'));
  ({ files: fileStore, listFiles: storedKeys } = await openTestFileStore(
    join(filesFolder, 'files'),
  ));
  await database.pool.query('DELETE FROM order_archives');
  await database.pool.query('DELETE FROM archives');
  ownerUid = await buildUser(database.pool);
});
afterAll(() => rm(filesFolder, { recursive: true, force: true }));

const createDeps = (store: Partial<FileStore> = {}) => ({
  database,
  images: imagesFixture.images,
  ids: systemIds,
  claimBytes: unlimitedStorage.claimBytes,
  refuseBannedImage: async () => ok(),
  files: { ...fileStore, ...store },
});

async function storeFile(
  content: Buffer,
  overrides: Partial<FileStore> = {},
  usedDatabase = database,
) {
  const path = join(filesFolder, randomUUID());
  await writeFile(path, content);
  const file = { path, bytes: content.length, name: 'foto.png' };
  return storePackFile({ ...createDeps(overrides), database: usedDatabase })(ownerUid, file);
}

const sweepFiles = (overrides: Partial<FileStore> = {}) =>
  packFileTasks(createDeps(overrides))['archives.sweep'](
    {},
    { signal: new AbortController().signal },
  );

const queryIds = async (sql: string, values: unknown[] = []) =>
  (await database.pool.query(sql, values)).rows.map(({ id }) => id as string);
const listAllIds = () => queryIds('SELECT id FROM archives ORDER BY id');
const passOneHour = () =>
  database.pool.query("UPDATE archives SET created_at = now() - interval '61 minutes'");
const buildWaitingFiles = (count: number) =>
  Promise.all(Array.from({ length: count }, () => buildPackFile(database.pool, ownerUid)));

describe('storing a file', () => {
  it.each<[string, Partial<FileStore>]>([
    ['the disk is full', { adopt: async () => Promise.reject(new StorageUnavailableError()) }],
    [
      'it fills up after the preview',
      {
        adopt: async (key, ...rest) => {
          if (!key.includes('preview')) throw new StorageUnavailableError();
          return fileStore.adopt(key, ...rest);
        },
      },
    ],
  ])('leaves nothing when %s', async (_, brokenFiles) => {
    expect(await storeFile(await buildPngWithLocation(), brokenFiles)).toMatchObject({
      code: 'storage_unavailable',
    });
    expect(await storedKeys()).toEqual([]);
    await passOneHour();
    await sweepFiles();
    expect(await listAllIds()).toEqual([]);
  });

  it('also erases what the storage wrote after the upload was abandoned', async () => {
    let finishWrite = async () => {};
    const slowFiles: Partial<FileStore> = {
      adopt: async (key, path, fileToStore) => {
        const bytes = await readFile(path);
        finishWrite = async () =>
          void (await fileStore.put(key, Readable.from([bytes]), fileToStore));
        throw new StorageUnavailableError();
      },
    };
    await buildWaitingFiles(limits.waitingArchives - 1);
    const answer = await storeFile(buildMp4WithLocation(), slowFiles);
    expect(answer).toMatchObject({ code: 'storage_unavailable' });
    expect(
      await storeFile(buildMp4WithLocation()),
      'what was given up waits for nobody',
    ).toMatchObject({
      ok: true,
    });
    await finishWrite();
    await sweepFiles();
    expect(await storedKeys(), 'it may still be on its way').toHaveLength(2);
    await passOneHour();
    await sweepFiles();
    expect(await storedKeys()).toHaveLength(1);
    expect(await listAllIds()).toHaveLength(limits.waitingArchives);
  });

  it('leaves a row that the sweep finds when the storage cannot even be cleaned', async () => {
    const filesWithoutDeletion = {
      deletePrefix: async () => Promise.reject(new StorageUnavailableError()),
    };
    const filesWithLostAnswer: Partial<FileStore> = {
      ...filesWithoutDeletion,
      adopt: async (key, ...rest) => {
        await fileStore.adopt(key, ...rest);
        throw new StorageUnavailableError();
      },
    };
    expect(await storeFile(buildMp4WithLocation(), filesWithLostAnswer)).toMatchObject({
      code: 'storage_unavailable',
    });
    expect(await listAllIds()).toHaveLength(1);
    expect(await storedKeys()).toHaveLength(1);
    await sweepFiles();
    expect(await listAllIds(), 'an upload may still be under way').toHaveLength(1);
    await passOneHour();
    await expect(sweepFiles(filesWithoutDeletion)).rejects.toThrow(StorageUnavailableError);
    expect(await listAllIds(), 'files first, then rows').toHaveLength(1);
    await sweepFiles();
    expect(await listAllIds()).toEqual([]);
    expect(await storedKeys()).toEqual([]);
  });

  it('erases nothing when the answer of the database is lost', async () => {
    const loseAnswer = async () => {
      await database.pool.query('UPDATE archives SET ready_at = now()');
      throw new Error('the connection is lost');
    };
    const update = () => ({ set: () => ({ where: () => ({ returning: loseAnswer }) }) });
    const db = Object.create(database.db, { update: { value: update } });
    await expect(storeFile(buildMp4WithLocation(), {}, { ...database, db })).rejects.toThrow(
      'lost',
    );
    expect(await listAllIds()).toHaveLength(1);
    expect(await storedKeys(), 'a row that is seen has its file').toHaveLength(1);
  });

  it('stores nothing for an account that is closed meanwhile', async () => {
    const filesThatCloseAccount: Partial<FileStore> = {
      adopt: async (...args) => {
        await database.transaction((tx) => markPackFilesRemovedOf(tx, ownerUid));
        return fileStore.adopt(...args);
      },
    };
    expect(await storeFile(buildMp4WithLocation(), filesThatCloseAccount)).toMatchObject({
      code: 'token_invalid',
    });
    expect(await storedKeys()).toEqual([]);
    await database.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [ownerUid]);
    expect(await storeFile(buildMp4WithLocation())).toMatchObject({ code: 'token_invalid' });
    await sweepFiles();
    expect(await listAllIds()).toEqual([]);
    expect(await readdir(filesFolder)).toContain('files');
  });
});
