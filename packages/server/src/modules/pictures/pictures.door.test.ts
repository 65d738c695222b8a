import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parsePictureURL } from '@guilda/contract/pictures';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyRoom } from '../../../test/any-room.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openTestFiles } from '../../../test/disk-files.ts';
import { pngPicture } from '../../../test/pictures.ts';
import { quietLog } from '../../../test/quiet-log.ts';
import { addUserRow } from '../../../test/rows.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import { createImageProcessor, type ImageProcessor } from '../../platform/uploads/image.ts';
import { openTempDir, type TempDir } from '../../platform/uploads/temp-dir.ts';
import { type FileStore, StorageUnavailableError } from '../../ports/file-store.ts';
import { systemIds } from '../../ports/ids.ts';
import {
  adultAddresses,
  deletePicture,
  eraseClosedPictures,
  markPictureAdult,
  pictureAccess,
  pictureTasks,
  showPicture,
  storePicture,
} from './index.ts';

const clock = { now: () => new Date() };
let cloned: TestDatabase;
let database: Database;
let directory: string;
let temp: TempDir;
let images: ImageProcessor;
let files: FileStore;
let owner: string;
let png: Buffer;

beforeAll(async () => {
  [cloned, png] = await Promise.all([createTestDatabase(), pngPicture()]);
  database = createDatabase(cloned.url, { log: quietLog });
  directory = await mkdtemp(join(tmpdir(), 'guilda-pictures-'));
  temp = await openTempDir(join(directory, 'tmp'), { clock });
  images = createImageProcessor({ temp, workers: 1 });
});
beforeEach(async () => {
  ({ files } = await openTestFiles(join(directory, 'files')));
  owner = await addUserRow(database.pool);
});
afterEach(async () => {
  await database.pool.query('TRUNCATE users CASCADE');
  await rm(join(directory, 'files'), { recursive: true, force: true });
});
afterAll(async () => {
  images.close();
  await database.close();
  await cloned.drop();
  await rm(directory, { recursive: true, force: true });
});

const deps = () => ({
  ...{ database, files, images, ids: systemIds, log: quietLog },
  keepBytes: anyRoom.keepBytes,
});

async function upload(data: Uint8Array) {
  const path = temp.newPath();
  await writeFile(path, data);
  return { path, bytes: data.length, name: 'a.png' };
}

async function store(adult?: boolean): Promise<{ url: string; id: string }> {
  const stored = await storePicture(deps())(owner, await upload(png), 'cover', adult);
  if (!stored.ok) throw new Error(stored.code);
  return { url: stored.value, id: parsePictureURL(stored.value)?.id ?? '' };
}

async function kept() {
  const { rows } = await database.pool.query(
    'SELECT id, owner_id, kind, adult, deleted_at IS NULL AS open FROM pictures ORDER BY id',
  );
  const entries = await readdir(join(directory, 'files', 'objects'), {
    recursive: true,
    withFileTypes: true,
  });
  return { rows, files: entries.filter((entry) => entry.isFile()).length };
}

const nothing = { rows: [], files: 0 };
const addresses = adultAddresses({ clock, secret: 'secret of the tests' });
const access = (id: string, right?: string) =>
  pictureAccess({ database, adultAddresses: addresses })(id, right);
const visible = async (id: string) => (await access(id)) === 'everyone';

/** The storage is gone while `work` runs. */
async function withoutStorage<T>(work: () => Promise<T>): Promise<T> {
  const objects = join(directory, 'files', 'objects');
  await rename(objects, `${objects}.gone`);
  try {
    return await work();
  } finally {
    await rename(`${objects}.gone`, objects);
  }
}

const anHourPasses = () =>
  database.pool.query("UPDATE pictures SET deleted_at = deleted_at - interval '61 minutes'");

describe('storing a picture', () => {
  it('keeps its row and its files, open to all', async () => {
    const { id, url } = await store();
    expect(url).toBe(`/files/pictures/${id}/1280.webp`);
    expect(await kept()).toMatchObject({
      rows: [{ id, owner_id: owner, kind: 'cover', adult: false, open: true }],
    });
    expect(await files.stat(`pictures/${id}/1280.webp`)).toMatchObject({
      contentType: 'image/webp',
    });
    expect(await visible(id)).toBe(true);
  });

  it('shows nobody a picture for adults at its bare address', async () => {
    const { id } = await store(true);
    expect(await access(id)).toBeNull();
  });

  it('opens one for adults to a checked adult, at an address of their own', async () => {
    const { id, url } = await store(true);
    const uid = await addUserRow(database.pool, { age_verified_until: new Date(Date.now() + 1e9) });
    const adult = {
      kind: 'person',
      uid,
      role: 'user',
      sessionId: '',
      adult: true,
      blocks: false,
    } as const;
    const show = showPicture(addresses)(adult);
    const right = parsePictureURL(show(url, true) ?? '')?.right;
    expect(await access(id, right)).toEqual({ privateSeconds: expect.any(Number) });
    expect(show(url, false)).toBe(url);
    expect(showPicture(addresses)({ ...adult, adult: false, blocks: false })(url, true)).toBeNull();
    expect(showPicture(addresses)({ kind: 'visitor' })(url, true)).toBeNull();
    await database.pool.query("UPDATE users SET age_verified_until = now() - interval '1 second'");
    expect(await access(id, right)).toBeNull();
  });

  it('closes a picture that turns out to be for adults', async () => {
    const { id, url } = await store();
    await markPictureAdult(database.db, url);
    expect(await access(id)).toBeNull();
  });

  it('has its bytes counted where an earlier program kept it', async () => {
    const { id } = await store();
    const bytes = async () =>
      (await database.pool.query('SELECT stored_bytes AS bytes FROM pictures WHERE id = $1', [id]))
        .rows[0].bytes;
    const counted = await bytes();
    expect(Number(counted)).toBeGreaterThan(0);
    await database.pool.query('UPDATE pictures SET stored_bytes = NULL');
    const sweep = () =>
      pictureTasks(deps())['pictures.sweep']({}, { signal: new AbortController().signal });
    await sweep();
    // Its files may still be on their way.
    expect(await bytes()).toBeNull();
    await database.pool.query("UPDATE pictures SET created_at = now() - interval '61 minutes'");
    await sweep();
    expect(await bytes()).toBe(counted);
  });

  it('keeps nothing of what is no picture', async () => {
    const refused = await storePicture(deps())(
      owner,
      await upload(Buffer.from('<svg/>')),
      'avatar',
    );
    expect(refused).toEqual({ ok: false, code: 'file_type' });
    expect(await kept()).toEqual(nothing);
  });

  it('keeps no row when the storage takes no file', async () => {
    const file = await upload(png);
    const refused = await withoutStorage(async () => {
      const answer = await storePicture(deps())(owner, file, 'avatar');
      return answer;
    });
    expect(refused).toEqual({ ok: false, code: 'storage_unavailable' });
    await anHourPasses();
    await eraseClosedPictures(deps())();
    expect(await kept()).toEqual(nothing);
  });

  it('erases also what the storage made of it after it had been given up', async () => {
    const arrivals: (() => Promise<unknown>)[] = [];
    const slow: FileStore = {
      ...files,
      put: async (key, body, facts) => {
        const bytes = await buffer(body);
        arrivals.push(() => files.put(key, Readable.from([bytes]), facts));
        throw new StorageUnavailableError();
      },
    };
    const refused = await storePicture({ ...deps(), files: slow })(
      owner,
      await upload(png),
      'avatar',
    );
    expect(refused).toEqual({ ok: false, code: 'storage_unavailable' });
    for (const arrive of arrivals) await arrive();
    await anHourPasses();
    await eraseClosedPictures(deps())();
    expect(await kept()).toEqual(nothing);
  });

  it('keeps no file when the row cannot be opened', async () => {
    await database.pool.query(
      'ALTER TABLE pictures ADD CONSTRAINT shut CHECK (deleted_at IS NOT NULL)',
    );
    const storing = store();
    await expect(storing).rejects.toThrow();
    await database.pool.query('ALTER TABLE pictures DROP CONSTRAINT shut');
    expect(await kept()).toEqual(nothing);
  });

  it('writes the row before any file, closed until the files are whole', async () => {
    const seen: unknown[] = [];
    const watched: FileStore = {
      ...files,
      put: async (...put) => {
        const { rows } = await kept();
        seen.push(rows[0]?.open, await visible(rows[0]?.id));
        return files.put(...put);
      },
    };
    const file = await upload(png);
    await storePicture({ ...deps(), files: watched })(owner, file, 'avatar');
    expect(seen).toEqual([false, false, false, false, false, false]);
  });
});

describe('deleting a picture', () => {
  it('leaves neither row nor file, and may be repeated', async () => {
    const other = await store();
    const { id, url } = await store();
    await deletePicture(deps())(url);
    await deletePicture(deps())(url);
    expect(await visible(id)).toBe(false);
    expect((await kept()).rows).toMatchObject([{ id: other.id, open: true }]);
    expect(await files.stat(`pictures/${id}/1280.webp`)).toBeNull();
    expect(await files.stat(`pictures/${other.id}/1280.webp`)).not.toBeNull();
  });

  it.each([
    null,
    '',
    '/art/categorias/dota.svg',
    'https://example.com/a.png',
    '/files/pictures/x/96.webp',
  ])('takes no notice of %j', async (url) => {
    const { id } = await store();
    await deletePicture(deps())(url);
    expect(await visible(id)).toBe(true);
  });

  it('closes the picture at once and erases it later while the storage is down', async () => {
    const { id, url } = await store();
    await withoutStorage(() => deletePicture(deps())(url));
    expect(await visible(id)).toBe(false);
    expect((await kept()).files).toBeGreaterThan(0);
    await eraseClosedPictures(deps())();
    expect((await kept()).files).toBeGreaterThan(0);
    await anHourPasses();
    await eraseClosedPictures(deps())();
    expect(await kept()).toEqual(nothing);
  });

  it('erases what a crash left of an upload', async () => {
    const { id } = await store();
    await database.pool.query('UPDATE pictures SET deleted_at = now()');
    await anHourPasses();
    await eraseClosedPictures(deps())();
    expect(await kept()).toEqual(nothing);
    expect(await visible(id)).toBe(false);
  });
});

describe('a picture that never was', () => {
  it('is seen by nobody', async () => {
    expect(await visible('00000000-0000-0000-0000-000000000000')).toBe(false);
  });
});
