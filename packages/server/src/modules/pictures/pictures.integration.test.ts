import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePictureURL, pictureURL } from '@guilda/contract/services/pictures';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  buildPaidOrder,
  buildPost,
  buildService,
  buildUser,
} from '../../../test/fixtures/data/builders.ts';
import { buildPng } from '../../../test/fixtures/data/pictures.ts';
import { unlimitedStorage } from '../../../test/fixtures/fakes/fake-storage-quota.ts';
import { openTestFileStore } from '../../../test/fixtures/server/disk-file-store.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import {
  createImageProcessor,
  type ImageProcessor,
} from '../../platform/uploads/images/image-processor.ts';
import { openTempDir, type TempDir } from '../../platform/uploads/temp-dir.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { systemIds } from '../../ports/ids.ts';
import {
  createPictureAccess,
  createSignedPictureUrls,
  deletePicture,
  eraseClosedPictures,
  storePicture,
} from './index.ts';
import { tablesWithPictures } from './picture-store.ts';
import { pictureTasks } from './tasks.ts';

const clock = { now: () => new Date() };
let clonedDatabase: TestDatabase;
let database: Database;
let filesFolder: string;
let tempDir: TempDir;
let imageProcessor: ImageProcessor;
let fileStore: FileStore;
let ownerUid: string;
let png: Buffer;

beforeAll(async () => {
  [clonedDatabase, png] = await Promise.all([createTestDatabase(), buildPng()]);
  database = createDatabase(clonedDatabase.pooledUrl, { log: quietLog });
  filesFolder = await mkdtemp(join(tmpdir(), 'guilda-pictures-'));
  tempDir = await openTempDir(join(filesFolder, 'tmp'), { clock });
  imageProcessor = createImageProcessor({ temp: tempDir, workers: 1 });
});
beforeEach(async () => {
  ({ files: fileStore } = await openTestFileStore(join(filesFolder, 'files')));
  ownerUid = await buildUser(database.pool);
});
afterEach(async () => {
  await database.pool.query('TRUNCATE users CASCADE');
  await rm(join(filesFolder, 'files'), { recursive: true, force: true });
});
afterAll(async () => {
  imageProcessor.close();
  await database.close();
  await clonedDatabase.drop();
  await rm(filesFolder, { recursive: true, force: true });
});

const createDeps = () => ({
  ...{ database, files: fileStore, images: imageProcessor, ids: systemIds, log: quietLog },
  claimBytes: unlimitedStorage.claimBytes,
  openRefusedPictureCase: async () => false,
});

async function uploadPicture(bytes: Uint8Array) {
  const path = tempDir.newPath();
  await writeFile(path, bytes);
  return { path, bytes: bytes.length, name: 'a.png' };
}

async function storeTestPicture(isAdult?: boolean): Promise<{ url: string; id: string }> {
  const storeResult = await storePicture(createDeps())(
    ownerUid,
    await uploadPicture(png),
    'cover',
    isAdult,
  );
  if (!storeResult.ok) throw new Error(storeResult.code);
  const url = storeResult.value.photoURL;
  return { url, id: parsePictureURL(url)?.id ?? '' };
}

async function readStoredPictures() {
  const { rows } = await database.pool.query(
    'SELECT id, owner_id, kind, adult, deleted_at IS NULL AS open FROM pictures ORDER BY id',
  );
  const entries = await readdir(join(filesFolder, 'files', 'objects'), {
    recursive: true,
    withFileTypes: true,
  });
  return { rows, files: entries.filter((entry) => entry.isFile()).length };
}

const nothingIsStored = { rows: [], files: 0 };
const signedUrls = createSignedPictureUrls({ clock, secret: 'secret of the tests' });
const findPictureAccess = (id: string, accessRight?: string) =>
  createPictureAccess({ database, signedPictureUrls: signedUrls })(id, accessRight);
const isVisibleToEveryone = async (id: string) => (await findPictureAccess(id)) === 'everyone';

/** Makes the storage unavailable while `work` runs. */
async function withoutStorage<T>(work: () => Promise<T>): Promise<T> {
  const objectsFolder = join(filesFolder, 'files', 'objects');
  await rename(objectsFolder, `${objectsFolder}.gone`);
  try {
    return await work();
  } finally {
    await rename(`${objectsFolder}.gone`, objectsFolder);
  }
}

const sweepTestPictures = () =>
  pictureTasks(createDeps())['pictures.sweep']({}, { signal: new AbortController().signal });

const passOneHour = () =>
  database.pool.query("UPDATE pictures SET deleted_at = deleted_at - interval '61 minutes'");

describe('deleting a picture', () => {
  it('leaves neither row nor file, and may be repeated', async () => {
    const otherPicture = await storeTestPicture();
    const { id, url } = await storeTestPicture();
    await deletePicture(createDeps())(url);
    await deletePicture(createDeps())(url);
    expect(await isVisibleToEveryone(id)).toBe(false);
    expect((await readStoredPictures()).rows).toMatchObject([{ id: otherPicture.id, open: true }]);
    expect(await fileStore.stat(`pictures/${id}/1280.webp`)).toBeNull();
    expect(await fileStore.stat(`pictures/${otherPicture.id}/1280.webp`)).not.toBeNull();
  });

  it.each([
    null,
    '',
    '/art/categorias/dota.svg',
    'https://example.com/a.png',
    '/files/pictures/x/96.webp',
  ])('takes no notice of %j', async (url) => {
    const { id } = await storeTestPicture();
    await deletePicture(createDeps())(url);
    expect(await isVisibleToEveryone(id)).toBe(true);
  });

  it('closes the picture at once and erases it later while the storage is unavailable', async () => {
    const { id, url } = await storeTestPicture();
    await withoutStorage(() => deletePicture(createDeps())(url));
    expect(await isVisibleToEveryone(id)).toBe(false);
    expect((await readStoredPictures()).files).toBeGreaterThan(0);
    await eraseClosedPictures(createDeps())();
    expect((await readStoredPictures()).files).toBeGreaterThan(0);
    await passOneHour();
    await eraseClosedPictures(createDeps())();
    expect(await readStoredPictures()).toEqual(nothingIsStored);
  });

  it('erases files of an upload interrupted by a crash', async () => {
    const { id } = await storeTestPicture();
    await database.pool.query('UPDATE pictures SET deleted_at = now()');
    await passOneHour();
    await eraseClosedPictures(createDeps())();
    expect(await readStoredPictures()).toEqual(nothingIsStored);
    expect(await isVisibleToEveryone(id)).toBe(false);
  });
});

describe('a picture without a reference', () => {
  const passOneDay = () =>
    database.pool.query("UPDATE pictures SET created_at = created_at - interval '25 hours'");

  it('is deleted with its files a day after the crash', async () => {
    const { id } = await storeTestPicture();
    await sweepTestPictures();
    // A new picture without a reference stays for a day, because its uploader may be about to use it.
    expect(await isVisibleToEveryone(id)).toBe(true);
    await passOneDay();
    await sweepTestPictures();
    expect(await isVisibleToEveryone(id)).toBe(false);
    await passOneHour();
    await sweepTestPictures();
    expect(await readStoredPictures()).toEqual(nothingIsStored);
  });

  it.each([
    ['a profile', 'users'],
    ['a service', 'services'],
    ['a post', 'posts'],
    ['an order', 'payments'],
  ])('is none that %s shows, in whatever width', async (_, table) => {
    const service = await buildService(database.pool, ownerUid);
    const buyer = await buildUser(database.pool);
    await buildPaidOrder(database.pool, { service, buyer, seller: ownerUid });
    await buildPost(database.pool, ownerUid);
    const [shown, other] = [await storeTestPicture(), await storeTestPicture()];
    for (const table of tablesWithPictures)
      await database.pool.query(`UPDATE ${table} SET photo_url = '/art/mira.webp'`);
    await database.pool.query(`UPDATE ${table} SET photo_url = $1`, [pictureURL(shown.id, 320)]);
    await passOneDay();
    await sweepTestPictures();
    expect([await isVisibleToEveryone(shown.id), await isVisibleToEveryone(other.id)]).toEqual([
      true,
      false,
    ]);
  });

  it('is searched in every column that can refer to a picture', async () => {
    const { rows } = await database.pool.query(
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name ~ 'photo|picture_?url'
         AND data_type <> 'integer'`,
    );
    const columns = rows.map(({ table, column }) => `${table}.${column}`);
    expect(columns.sort()).toEqual(tablesWithPictures.map((name) => `${name}.photo_url`).sort());
  });
});

describe('an unknown picture', () => {
  it('is denied', async () => {
    expect(await isVisibleToEveryone('00000000-0000-0000-0000-000000000000')).toBe(false);
  });
});
