import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '../../../test/fixtures/data/builders.ts';
import { buildMp4WithLocation } from '../../../test/fixtures/data/media-files.ts';
import { fakeTimers } from '../../../test/fixtures/fakes/fake-timers.ts';
import { createPostsFixture } from '../../../test/fixtures/modules/posts-fixture.ts';
import {
  createServicesFixture,
  drawPhoto,
} from '../../../test/fixtures/modules/services-fixture.ts';
import { measureFolder } from '../../../test/fixtures/modules/storage-fixture.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { systemIds } from '../../ports/ids.ts';
import { beginUpload } from './begin-upload.ts';
import { claimBytes } from './claim-bytes.ts';
import { readStorageUse } from './storage-store.ts';

const MiB = 1024 * 1024;

let testDatabase: TestDatabase;
/** One connection pool for each of two nodes, which share only the database. */
let nodeDatabases: Database[];
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  nodeDatabases = [0, 1].map(() => createDatabase(testDatabase.pooledUrl, { log: quietLog }));
});
afterAll(async () => {
  await Promise.all(nodeDatabases.map((nodeDatabase) => nodeDatabase.close()));
  await testDatabase.drop();
});

const smallQuota = { limit: 10 * MiB, waitingLimit: 5 * MiB, uploads: 100 };

function createNodeReservations(nodeIndex: number, ownerId: string, timers = fakeTimers()) {
  const database = nodeDatabases[nodeIndex] as Database;
  const deps = {
    database,
    ids: systemIds,
    timers,
    quota: smallQuota,
    checkSpace: async () => undefined,
  };
  return beginUpload(deps)(ownerId, { announced: MiB, mayContainPackFiles: true });
}

it('reserves exactly the quota for concurrent uploads on two nodes', async () => {
  const owner = await buildUser((nodeDatabases[0] as Database).pool);
  const reservations = Array.from({ length: 40 }, (_, n) => createNodeReservations(n % 2, owner));
  const answers = await Promise.all(reservations.map((reservation) => reservation.cover(1)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
  expect(await readStorageUse((nodeDatabases[0] as Database).db, owner)).toMatchObject({
    used: 5 * MiB,
  });
  await Promise.all(reservations.map((reservation) => reservation[Symbol.asyncDispose]()));
  expect(await readStorageUse((nodeDatabases[0] as Database).db, owner)).toMatchObject({
    used: 0,
    uploads: 0,
  });
});

it('stores at most the quota without reservations, on two nodes at once', async () => {
  const owner = await buildUser((nodeDatabases[0] as Database).pool);
  const bytes = 3 * MiB;
  const reserveAndStore = (nodeDatabase: Database) =>
    nodeDatabase.transaction(async (tx) => {
      const claimResult = await claimBytes(smallQuota)(tx, {
        ownerId: owner,
        bytes,
        uploadId: undefined,
      });
      if (claimResult.ok)
        await tx.execute(sql`INSERT INTO pictures (id, owner_id, kind, stored_bytes)
          VALUES (${systemIds.uuid()}, ${owner}, 'post', ${bytes})`);
      return claimResult.ok;
    });
  const storeResults = await Promise.all(
    Array.from({ length: 12 }, (_, n) => reserveAndStore(nodeDatabases[n % 2] as Database)),
  );
  expect(storeResults.filter(Boolean)).toHaveLength(3);
  expect(await readStorageUse((nodeDatabases[0] as Database).db, owner)).toMatchObject({
    used: 3 * bytes,
  });
});

it('renews the reservation of a long upload, and lets that of a dead node expire', async () => {
  const { db, pool } = nodeDatabases[0] as Database;
  const owner = await buildUser(pool);
  const timers = fakeTimers();
  const [longUpload, deadUpload] = [
    createNodeReservations(0, owner, timers),
    createNodeReservations(1, owner),
  ];
  await longUpload.cover(1);
  await deadUpload.cover(1);
  await pool.query(`UPDATE uploads SET expires_at = now() + interval '1 second'`);
  timers.advance(60_000);
  const readReservations = () =>
    pool
      .query(
        `SELECT FROM uploads WHERE owner_id = $1 AND expires_at > now() + interval '1 minute'`,
        [owner],
      )
      .then(({ rowCount }) => rowCount);
  await expect.poll(readReservations).toBe(1);
  await pool.query(`UPDATE uploads SET expires_at = now() WHERE id = $1`, [deadUpload.id]);
  expect(await readStorageUse(db, owner)).toMatchObject({ used: MiB, uploads: 1 });
  await longUpload[Symbol.asyncDispose]();
  expect(await readStorageUse(db, owner)).toMatchObject({ used: 0 });
});

/** Starts a server that finds too little free space on its disk, and signs in a person. */
async function startAppWithFullDisk() {
  const app = await startTestApp({ env: { MIN_FREE_DISK_GB: '1000000' } });
  const person = await app.signIn('Vendedora');
  return { app, person };
}

const uploadsOf = (app: TestApp, person: TestPerson) => {
  const buildForm = (name: string, content: Uint8Array | Buffer) => {
    const form = new FormData();
    form.set(name, new Blob([new Uint8Array(content)]), 'arquivo');
    return form;
  };
  return {
    archive: async () =>
      person.fetch('/api/archives', {
        method: 'POST',
        body: buildForm('file', buildMp4WithLocation()),
      }),
    'large archive': async () => {
      const body = buildForm('file', buildMp4WithLocation({ sample: Buffer.alloc(MiB) }));
      return person.fetch('/api/archives', { method: 'POST', body });
    },
    avatar: async () =>
      person.fetch('/api/users/', { method: 'PATCH', body: buildForm('photo', await drawPhoto()) }),
    post: async () => createPostsFixture(app).send(person, {}, { photo: await drawPhoto() }),
    service: async () => createServicesFixture(app).post(person, {}, { image: await drawPhoto() }),
  };
};

it('refuses uploads while the disk is nearly full, and nothing else', async () => {
  const { app, person } = await startAppWithFullDisk();
  try {
    for (const [name, upload] of Object.entries(uploadsOf(app, person))) {
      const response = await upload();
      const { code, error } = (await response.json()) as { code: string; error: string };
      expect({ name, status: response.status, code, error }).toEqual({
        name,
        status: 503,
        code: 'storage_unavailable',
        error: 'Armazenamento indisponível.',
      });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await measureFolder(join(app.dataDir, 'tmp'))).files).toBe(0);
    expect((await app.pool.query('SELECT FROM uploads')).rowCount).toBe(0);
    expect((await app.fetch('/readyz')).status).toBe(200);
    expect((await createPostsFixture(app).send(person, { title: randomUUID() })).status).toBe(201);
    const form = new FormData();
    form.set('bio', 'Tudo o mais continua.');
    expect((await person.fetch('/api/users/', { method: 'PATCH', body: form })).status).toBe(200);
  } finally {
    await app.close();
  }
});
