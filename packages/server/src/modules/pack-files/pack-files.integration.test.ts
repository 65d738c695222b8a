import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  buildPackFile,
  buildPaidOrder,
  buildService,
  buildUser,
} from '../../../test/fixtures/data/builders.ts';
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
import type { FileStore } from '../../ports/file-store.ts';
import { systemIds } from '../../ports/ids.ts';
import { packFileKey } from './file-keys.ts';
import {
  assignPackFiles,
  copyPackFilesToOrder,
  removeWaitingPackFile,
  storePackFile,
} from './index.ts';
import { packFileTasks } from './sweep-pack-files.ts';

let testDatabase: TestDatabase;
let database: Database;
let imagesFixture: Awaited<ReturnType<typeof openImagesFixture>>;
let filesFolder: string;
let fileStore: FileStore;
let storedKeys: () => Promise<string[]>;
let ownerUid: string;
let ownedServiceId: string;

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
  ownedServiceId = await buildService(database.pool, ownerUid, { type: 'media' });
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

const assignFiles = (ids: readonly string[], serviceId = ownedServiceId, ownerId = ownerUid) =>
  database.transaction((tx) => assignPackFiles(tx, { ownerId, serviceId, packFileIds: ids }));

async function buyService(serviceId = ownedServiceId): Promise<string> {
  const buyer = await buildUser(database.pool);
  const order = { service: serviceId, buyer, seller: ownerUid };
  const orderId = await buildPaidOrder(database.pool, order);
  await database.transaction((tx) => copyPackFilesToOrder(tx, { serviceId, orderId }));
  return orderId;
}

const sweepFiles = (overrides: Partial<FileStore> = {}) =>
  packFileTasks(createDeps(overrides))['archives.sweep'](
    {},
    { signal: new AbortController().signal },
  );

const queryIds = async (sql: string, values: unknown[] = []) =>
  (await database.pool.query(sql, values)).rows.map(({ id }) => id as string);
const listPackFileIds = (serviceId = ownedServiceId) =>
  queryIds(
    'SELECT id FROM archives WHERE service_id = $1 AND removed_at IS NULL ORDER BY position',
    [serviceId],
  );
const readPackCopy = (orderId: string) =>
  queryIds('SELECT archive_id AS id FROM order_archives WHERE payment_id = $1 ORDER BY position', [
    orderId,
  ]);
const listAllIds = () => queryIds('SELECT id FROM archives ORDER BY id');
const readKinds = async (serviceId = ownedServiceId) =>
  (await database.pool.query('SELECT archives FROM services WHERE id = $1', [serviceId])).rows[0]
    .archives;
const buildWaitingFiles = (count: number) =>
  Promise.all(Array.from({ length: count }, () => buildPackFile(database.pool, ownerUid)));

it('a stored file is known by the hash of its stored bytes', async () => {
  const storeResult = await storeFile(await buildPngWithLocation());
  if (!storeResult.ok) throw new Error(storeResult.code);
  const storedFile = await fileStore.get(packFileKey(storeResult.value.id, 'image/png'));
  const hash = createHash('sha256');
  for await (const chunk of storedFile?.stream ?? []) hash.update(chunk as Buffer);
  expect(storeResult.value.sha256).toBe(hash.digest('hex'));
});

describe('making a pack', () => {
  it('takes waiting files and files of the pack, in order, and removes the others', async () => {
    const [a, b, c] = (await buildWaitingFiles(3)) as [string, string, string];
    const gifId = await buildPackFile(database.pool, ownerUid, { kind: 'GIF', type: 'image/gif' });
    expect(await assignFiles([b, gifId, a])).toMatchObject({ ok: true });
    expect(await listPackFileIds()).toEqual([b, gifId, a]);
    const kinds = [
      { kind: 'PNG', count: 2 },
      { kind: 'GIF', count: 1 },
    ];
    expect(await readKinds()).toEqual(kinds);
    expect(await assignFiles([c, b, c])).toEqual({ ok: true, value: [{ kind: 'PNG', count: 2 }] });
    expect(await listPackFileIds()).toEqual([c, b]);
    // A file that left the pack cannot be assigned again.
    expect(await assignFiles([a])).toMatchObject({ ok: false, code: 'archive_not_found' });
    expect(await assignFiles([])).toEqual({ ok: true, value: [] });
    expect(await readKinds()).toEqual([]);
  });

  it('refuses files of others, of other services, unfinished or unknown ones, and changes nothing', async () => {
    const [own, taken] = (await buildWaitingFiles(2)) as [string, string];
    const otherServiceId = await buildService(database.pool, ownerUid, { type: 'media' });
    await assignFiles([taken], otherServiceId);
    await assignFiles([own]);
    const foreignFileId = await buildPackFile(database.pool, await buildUser(database.pool));
    const unfinishedFileId = await buildPackFile(database.pool, ownerUid, { ready_at: null });
    const removedFileId = await buildPackFile(database.pool, ownerUid, { removed_at: new Date() });
    for (const id of [taken, foreignFileId, unfinishedFileId, removedFileId, randomUUID()]) {
      expect(await assignFiles([own, id])).toMatchObject({ ok: false, code: 'archive_not_found' });
    }
    expect(await listPackFileIds()).toEqual([own]);
    expect(await listPackFileIds(otherServiceId)).toEqual([taken]);
  });

  it('gives a file to one of two services', async () => {
    const otherServiceId = await buildService(database.pool, ownerUid, { type: 'media' });
    for (let round = 0; round < 10; round += 1) {
      const [id] = (await buildWaitingFiles(1)) as [string];
      const outcomes = await Promise.all([assignFiles([id]), assignFiles([id], otherServiceId)]);
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    }
  });
});

describe("an order's copy", () => {
  it('is the whole pack of one moment, whatever is edited concurrently', async () => {
    const [a, b, c, d] = (await buildWaitingFiles(4)) as [string, string, string, string];
    const packs = [
      [a, b],
      [c, d],
    ];
    await assignFiles([a, b]);
    for (let round = 0; round < 10; round += 1) {
      // Files that left the pack are marked as removed; this statement makes them available for the next pack.
      await database.pool.query(
        'UPDATE archives SET removed_at = NULL, service_id = NULL WHERE removed_at IS NOT NULL',
      );
      const nextPack = packs[(round + 1) % 2] ?? [];
      const [, ...orders] = await Promise.all([
        assignFiles(nextPack),
        buyService(),
        buyService(),
        buyService(),
      ]);
      for (const orderId of orders) expect(packs).toContainEqual(await readPackCopy(orderId));
    }
  });
});

describe('the sweep', () => {
  const makeFileOlder = (id: string, interval: string) =>
    database.pool.query(
      `UPDATE archives SET created_at = now() - interval '${interval}' WHERE id = $1`,
      [id],
    );
  const storeOneFile = async () => {
    const storeResult = await storeFile(buildMp4WithLocation());
    if (!storeResult.ok) throw new Error(storeResult.code);
    return storeResult.value.id;
  };

  it('erases unreferenced files only', async () => {
    const newFileId = await storeOneFile();
    const oldFileId = await storeOneFile();
    const removedFromPackId = await storeOneFile();
    const orderedFileId = await storeOneFile();
    const discardedFileId = await storeOneFile();
    await assignFiles([removedFromPackId, orderedFileId]);
    const orderId = await buyService();
    await database.pool.query('DELETE FROM order_archives WHERE archive_id = $1', [
      removedFromPackId,
    ]);
    await assignFiles([]);
    await removeWaitingPackFile(database.db, ownerUid, discardedFileId);
    await makeFileOlder(oldFileId, '25 hours');
    await makeFileOlder(newFileId, '23 hours');
    await sweepFiles();
    expect(await listAllIds()).toEqual([newFileId, orderedFileId].toSorted());
    expect(await storedKeys()).toHaveLength(2);
    expect(await readPackCopy(orderId)).toEqual([orderedFileId]);
  });

  it('never erases a file that a service takes at the same moment', async () => {
    for (let round = 0; round < 15; round += 1) {
      const id = await storeOneFile();
      await makeFileOlder(id, '25 hours');
      const [assigned] = await Promise.all([assignFiles([id]), sweepFiles()]);
      expect(await listPackFileIds()).toEqual(assigned.ok ? [id] : []);
      expect(await storedKeys()).toHaveLength(assigned.ok ? 1 : 0);
      await assignFiles([]);
      await sweepFiles();
    }
  });

  it('never erases a file of an order that is placed while the pack is emptied', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await storeOneFile();
      await assignFiles([id]);
      const packEmptying = assignFiles([]).then(() => sweepFiles());
      const [orderId] = await Promise.all([buyService(), packEmptying]);
      await sweepFiles();
      const packCopy = await readPackCopy(orderId);
      expect(await storedKeys()).toHaveLength(packCopy.length);
      await database.pool.query('DELETE FROM order_archives');
      await sweepFiles();
    }
  });
});
