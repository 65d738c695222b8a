import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parsePictureURL } from '@guilda/contract/services/pictures';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '../../../test/fixtures/data/builders.ts';
import { drawPicture } from '../../../test/fixtures/data/drawn-pictures.ts';
import { buildPng } from '../../../test/fixtures/data/pictures.ts';
import { unlimitedStorage } from '../../../test/fixtures/fakes/fake-storage-quota.ts';
import { openTestFileStore } from '../../../test/fixtures/server/disk-file-store.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import { err } from '../../platform/result.ts';
import {
  createImageProcessor,
  type ImageProcessor,
} from '../../platform/uploads/images/image-processor.ts';
import { openTempDir, type TempDir } from '../../platform/uploads/temp-dir.ts';
import { type FileStore, StorageUnavailableError } from '../../ports/file-store.ts';
import { systemIds } from '../../ports/ids.ts';
import {
  createPictureAccess,
  createSignedPictureUrls,
  eraseClosedPictures,
  markPicturesAdult,
  pictureUrlsFor,
  refuseBannedImage,
  storePicture,
} from './index.ts';
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
  const { photoURL: url } = storeResult.value;
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

describe('storing a picture', () => {
  it('stores row and files, public', async () => {
    const { id, url } = await storeTestPicture();
    expect(url).toBe(`/files/pictures/${id}/1280.webp`);
    expect(await readStoredPictures()).toMatchObject({
      rows: [{ id, owner_id: ownerUid, kind: 'cover', adult: false, open: true }],
    });
    expect(await fileStore.stat(`pictures/${id}/1280.webp`)).toMatchObject({
      contentType: 'image/webp',
    });
    expect(await isVisibleToEveryone(id)).toBe(true);
  });

  it('denies an adult picture at its unsigned address', async () => {
    const { id } = await storeTestPicture(true);
    expect(await findPictureAccess(id)).toBeNull();
  });

  it('opens an adult picture with a signed address', async () => {
    const { id, url } = await storeTestPicture(true);
    const uid = await buildUser(database.pool, { age_verified_until: new Date(Date.now() + 1e9) });
    const adultReader = {
      kind: 'person',
      uid,
      role: 'user',
      sessionId: '',
      adult: true,
      blocks: false,
    } as const;
    const urlFor = pictureUrlsFor(signedUrls)(adultReader);
    const accessRight = parsePictureURL(urlFor(url, true) ?? '')?.accessRight;
    expect(await findPictureAccess(id, accessRight)).toEqual({
      privateSeconds: expect.any(Number),
    });
    expect(urlFor(url, false)).toBe(url);
    expect(
      pictureUrlsFor(signedUrls)({ ...adultReader, adult: false, blocks: false })(url, true),
    ).toBeNull();
    expect(pictureUrlsFor(signedUrls)({ kind: 'visitor' })(url, true)).toBeNull();
    await database.pool.query("UPDATE users SET age_verified_until = now() - interval '1 second'");
    expect(await findPictureAccess(id, accessRight)).toBeNull();
  });

  it('restricts a picture that is marked as adult later', async () => {
    const { id, url } = await storeTestPicture();
    await markPicturesAdult(database.db, [url]);
    expect(await findPictureAccess(id)).toBeNull();
  });

  it('has its bytes counted when stored by an older version', async () => {
    const { id } = await storeTestPicture();
    const readStoredBytes = async () =>
      (await database.pool.query('SELECT stored_bytes AS bytes FROM pictures WHERE id = $1', [id]))
        .rows[0].bytes;
    const countedBytes = await readStoredBytes();
    expect(Number(countedBytes)).toBeGreaterThan(0);
    await database.pool.query('UPDATE pictures SET stored_bytes = NULL');
    await sweepTestPictures();
    // The size of a picture is not measured in its first hour, because its files may still be incomplete.
    expect(await readStoredBytes()).toBeNull();
    await database.pool.query("UPDATE pictures SET created_at = now() - interval '61 minutes'");
    await sweepTestPictures();
    expect(await readStoredBytes()).toBe(countedBytes);
  });

  it('stores nothing of a file that is no picture', async () => {
    const refusedResult = await storePicture(createDeps())(
      ownerUid,
      await uploadPicture(Buffer.from('<svg/>')),
      'avatar',
    );
    expect(refusedResult).toEqual({ ok: false, code: 'file_type' });
    expect(await readStoredPictures()).toEqual(nothingIsStored);
  });

  it('keeps no row when the storage rejects the file', async () => {
    const file = await uploadPicture(png);
    const refusedResult = await withoutStorage(async () => {
      const answer = await storePicture(createDeps())(ownerUid, file, 'avatar');
      return answer;
    });
    expect(refusedResult).toEqual({ ok: false, code: 'storage_unavailable' });
    await passOneHour();
    await eraseClosedPictures(createDeps())();
    expect(await readStoredPictures()).toEqual(nothingIsStored);
  });

  it('erases files that the storage wrote after the timeout', async () => {
    const lateWrites: (() => Promise<unknown>)[] = [];
    const slowFiles: FileStore = {
      ...fileStore,
      put: async (key, body, fileToStore) => {
        const bytes = await buffer(body);
        lateWrites.push(() => fileStore.put(key, Readable.from([bytes]), fileToStore));
        throw new StorageUnavailableError();
      },
    };
    const refusedResult = await storePicture({ ...createDeps(), files: slowFiles })(
      ownerUid,
      await uploadPicture(png),
      'avatar',
    );
    expect(refusedResult).toEqual({ ok: false, code: 'storage_unavailable' });
    for (const writeLate of lateWrites) await writeLate();
    await passOneHour();
    await eraseClosedPictures(createDeps())();
    expect(await readStoredPictures()).toEqual(nothingIsStored);
  });

  it('keeps no file when the row cannot be published', async () => {
    await database.pool.query(
      'ALTER TABLE pictures ADD CONSTRAINT shut CHECK (deleted_at IS NOT NULL)',
    );
    const uploading = storeTestPicture();
    await expect(uploading).rejects.toThrow();
    await database.pool.query('ALTER TABLE pictures DROP CONSTRAINT shut');
    expect(await readStoredPictures()).toEqual(nothingIsStored);
  });

  it('keeps a refused picture whose case may have been stored although its answer was lost', async () => {
    const picture = await drawPicture(1);
    const firstUpload = await uploadPicture(picture);
    expect((await storePicture(createDeps())(ownerUid, firstUpload, 'cover')).ok).toBe(true);
    const { files } = await readStoredPictures();
    await database.pool.query(
      'INSERT INTO banned_pictures (picture_id, look) SELECT id, look FROM pictures',
    );
    const openRefusedPictureCase = async () => {
      throw new Error('the answer was lost');
    };
    const refusing = storePicture({ ...createDeps(), openRefusedPictureCase })(
      ownerUid,
      await uploadPicture(picture),
      'cover',
    );
    await expect(refusing).rejects.toThrow('lost');
    await database.pool.query('DELETE FROM banned_pictures');
    const storedPictures = await readStoredPictures();
    expect(storedPictures.files).toBe(2 * files);
    expect(storedPictures.rows.map(({ open }) => open).sort()).toEqual([false, true]);
  });

  it('refuses a banned image in a pack and opens a case even when its owner has no storage left', async () => {
    const upload = await uploadPicture(await drawPicture(1));
    const uses: string[] = [];
    const refuseImage = refuseBannedImage({
      ...createDeps(),
      claimBytes: async () => err('storage_full'),
      openRefusedPictureCase: async ({ use }) => uses.push(use) > 0,
    });
    await database.pool.query('INSERT INTO banned_pictures VALUES (gen_random_uuid(), 77)');
    expect(await refuseImage(ownerUid, upload, '77')).toEqual(err('picture_refused'));
    await database.pool.query('DELETE FROM banned_pictures');
    expect(uses).toEqual(['pack']);
  });

  it('inserts the row before any file, closed until the files are complete', async () => {
    const recordedAccess: unknown[] = [];
    const watchedFiles: FileStore = {
      ...fileStore,
      put: async (...args) => {
        const { rows } = await readStoredPictures();
        recordedAccess.push(rows[0]?.open, await isVisibleToEveryone(rows[0]?.id));
        return fileStore.put(...args);
      },
    };
    const file = await uploadPicture(png);
    await storePicture({ ...createDeps(), files: watchedFiles })(ownerUid, file, 'avatar');
    expect(recordedAccess).toEqual([false, false, false, false, false, false]);
  });
});
