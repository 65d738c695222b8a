import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { placedMp4 } from '../../../test/archives.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { fakeTimers } from '../../../test/fake-timers.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../test/harness.ts';
import { postRig } from '../../../test/post-rig.ts';
import { quietLog } from '../../../test/quiet-log.ts';
import { addUserRow } from '../../../test/rows.ts';
import { photo, serviceRig } from '../../../test/service-rig.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import { systemIds } from '../../ports/ids.ts';
import { beginUpload } from './begin-upload.ts';
import { readUse } from './storage-store.ts';

const MiB = 1024 * 1024;

/** Two programs that know of each other by the database alone. */
let testDatabase: TestDatabase;
let nodes: Database[];
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  nodes = [0, 1].map(() => createDatabase(testDatabase.url, { log: quietLog }));
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await testDatabase.drop();
});

const quota = { limit: 10 * MiB, waitingLimit: 5 * MiB, uploads: 100 };

function begin(node: number, ownerId: string, timers = fakeTimers()) {
  const database = nodes[node] as Database;
  const deps = { database, ids: systemIds, timers, quota, room: async () => undefined };
  return beginUpload(deps)(ownerId, { announced: MiB, waits: true });
}

it('holds no more than the quota for uploads of two nodes at once, and all of it', async () => {
  const owner = await addUserRow((nodes[0] as Database).pool);
  const uploads = Array.from({ length: 40 }, (_, n) => begin(n % 2, owner));
  const answers = await Promise.all(uploads.map((upload) => upload.cover(1)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
  expect(await readUse((nodes[0] as Database).db, owner)).toMatchObject({ used: 5 * MiB });
  await Promise.all(uploads.map((upload) => upload[Symbol.asyncDispose]()));
  expect(await readUse((nodes[0] as Database).db, owner)).toMatchObject({ used: 0, uploads: 0 });
});

it('goes on holding for an upload that takes hours, and for one of a dead node no more', async () => {
  const { db, pool } = nodes[0] as Database;
  const owner = await addUserRow(pool);
  const timers = fakeTimers();
  const [slow, dead] = [begin(0, owner, timers), begin(1, owner)];
  await slow.cover(1);
  await dead.cover(1);
  await pool.query(`UPDATE uploads SET expires_at = now() + interval '1 second'`);
  timers.advance(60_000);
  const left = () =>
    pool
      .query(
        `SELECT FROM uploads WHERE owner_id = $1 AND expires_at > now() + interval '1 minute'`,
        [owner],
      )
      .then(({ rowCount }) => rowCount);
  await expect.poll(left).toBe(1);
  await pool.query(`UPDATE uploads SET expires_at = now() WHERE id = $1`, [dead.id]);
  expect(await readUse(db, owner)).toMatchObject({ used: MiB, uploads: 1 });
  await slow[Symbol.asyncDispose]();
  expect(await readUse(db, owner)).toMatchObject({ used: 0 });
});

/** A disk with less free space than is to stay free. */
async function fullDisk() {
  const app = await startTestApp({ env: { MIN_FREE_DISK_GB: '1000000' } });
  const person = await app.person('Vendedora');
  return { app, person };
}

const uploadsOf = (app: TestApp, person: TestPerson) => {
  const file = (name: string, content: Uint8Array | Buffer) => {
    const form = new FormData();
    form.set(name, new Blob([new Uint8Array(content)]), 'arquivo');
    return form;
  };
  return {
    archive: async () =>
      person.fetch('/api/archives', { method: 'POST', body: file('file', placedMp4()) }),
    'large archive': async () => {
      const body = file('file', placedMp4({ sample: Buffer.alloc(MiB) }));
      return person.fetch('/api/archives', { method: 'POST', body });
    },
    avatar: async () =>
      person.fetch('/api/users/', { method: 'PATCH', body: file('photo', await photo()) }),
    post: async () => postRig(app).send(person, {}, { photo: await photo() }),
    service: async () => serviceRig(app).post(person, {}, { image: await photo() }),
  };
};

it('takes no uploads while little of the disk is free, and all else goes on', async () => {
  const { app, person } = await fullDisk();
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
    expect(await readdir(join(app.dataDir, 'tmp'))).toEqual([]);
    expect((await app.pool.query('SELECT FROM uploads')).rowCount).toBe(0);
    expect((await app.fetch('/readyz')).status).toBe(200);
    expect((await postRig(app).send(person, { title: randomUUID() })).status).toBe(201);
    const form = new FormData();
    form.set('bio', 'Tudo o mais continua.');
    expect((await person.fetch('/api/users/', { method: 'PATCH', body: form })).status).toBe(200);
  } finally {
    await app.close();
  }
});
