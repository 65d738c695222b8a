import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@guilda/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  blockExports,
  exportData,
  exportURL,
  fileText,
  listExports,
  requestExport,
} from '../../../test/fixtures/checks/exported-data.ts';
import { type FakeClock, fakeClock } from '../../../test/fixtures/fakes/fake-clock.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let clock: FakeClock;
let personCount = 0;

beforeAll(async () => {
  clock = fakeClock(new Date().toISOString());
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

const createPerson = () => {
  personCount += 1;
  return app.signIn(`Pessoa${personCount}`);
};

const filesOf = ({ uid }: TestPerson) =>
  readdir(join(app.dataDir, 'files/objects/exports', uid), { recursive: true }).catch(() => []);

const rowsOf = async ({ uid }: TestPerson) =>
  (await app.pool.query('SELECT * FROM data_exports WHERE person_id = $1', [uid])).rows;

describe('a data export in the background', () => {
  test('notifies when it is ready, supports ranges and has the same content', async () => {
    const person = await createPerson();
    const madeExport = await exportData(person);
    const lifetimeMs =
      Date.parse(madeExport.expiresAt ?? '') - Date.parse(madeExport.readyAt ?? '');
    expect(Math.round(lifetimeMs / 86_400_000)).toBe(limits.exportDays);
    const { notifications } = await person.api.notifications.listNotifications({});
    expect(notifications).toMatchObject([
      { type: 'export', additionalInfo: { event: 'export_ready', exportId: madeExport.id } },
    ]);
    expect(notifications[0]?.content).toMatch(/^A cópia dos seus dados está pronta\./);
    const url = await exportURL(person, madeExport.id);
    const wholeResponse = await app.fetch(url);
    expect(wholeResponse.status).toBe(200);
    expect(Object.fromEntries(wholeResponse.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; filename="guilda-dados-/),
    });
    const zip = Buffer.from(await wholeResponse.arrayBuffer());
    expect(zip.length).toBe(madeExport.size);
    expect(JSON.parse(fileText(zip, 'perfil.json'))).toMatchObject({ uid: person.uid });
    const rangeResponse = await app.fetch(url, { headers: { range: 'bytes=10-19' } });
    expect(rangeResponse.status).toBe(206);
    expect(Buffer.from(await rangeResponse.arrayBuffer())).toEqual(zip.subarray(10, 20));
    const headResponse = await app.fetch(url, { method: 'HEAD' });
    expect(headResponse.headers.get('content-length')).toBe(String(zip.length));
  });

  test('is made once for concurrent requests', async () => {
    const person = await createPerson();
    await using exportBlock = await blockExports(app);
    const requestedExports = await Promise.all(
      Array.from({ length: 20 }, () => requestExport(person)),
    );
    expect(new Set(requestedExports.map(({ id }) => id)).size).toBe(1);
    expect(await rowsOf(person)).toMatchObject([{ state: 'preparing' }]);
    await exportBlock.commit();
    await expect.poll(async () => (await listExports(person))[0]?.state).toBe('ready');
    expect(await rowsOf(person)).toHaveLength(1);
    expect((await requestExport(person)).id).not.toBe(requestedExports[0]?.id);
  });

  test('has a signed address for its person only, valid for five minutes', async () => {
    const [person, stranger] = [await createPerson(), await createPerson()];
    const { id } = await exportData(person);
    const notFoundRefusal = { status: 404, code: 'export_not_found' };
    expect(await errorOfCall(exportURL(stranger, id))).toMatchObject(notFoundRefusal);
    expect(await listExports(stranger)).toEqual([]);
    const url = await exportURL(person, id);
    const token = url.slice(url.lastIndexOf('/') + 1);
    for (let index = 0; index < token.length; index += 7) {
      const otherLetter = token[index] === 'A' ? 'B' : 'A';
      const forgedUrl = `/files/exports/${token.slice(0, index)}${otherLetter}${token.slice(index + 1)}`;
      expect((await app.fetch(forgedUrl)).status, `at ${index}`).toBe(404);
    }
    clock.advance((limits.exportAddressSeconds - 1) * 1000);
    expect((await app.fetch(url, { method: 'HEAD' })).status).toBe(200);
    clock.advance(1000);
    expect((await app.fetch(url, { method: 'HEAD' })).status).toBe(404);
  });

  test('is available to suspended people and deleted with the account', async () => {
    const person = await createPerson();
    await app.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [person.uid]);
    const { id } = await exportData(person);
    const url = await exportURL(person, id);
    expect((await app.fetch(url, { method: 'HEAD' })).status).toBe(200);
    await app.pool.query('UPDATE users SET suspended_at = NULL WHERE uid = $1', [person.uid]);
    expect(await filesOf(person)).not.toEqual([]);
    await person.api.users.deleteMe();
    expect((await app.fetch(url)).status).toBe(404);
    expect(await rowsOf(person)).toEqual([]);
    await expect.poll(() => filesOf(person)).toEqual([]);
  });

  test('keeps its address when the account is suspended, and loses it when it is closed', async () => {
    const person = await createPerson();
    const { id } = await exportData(person);
    const url = await exportURL(person, id);
    // Simulates an export whose row was left in the database when the account was closed.
    await app.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [person.uid]);
    expect((await app.fetch(url)).status).toBe(404);
  });

  test('is one of three at most: a fourth expires the oldest', async () => {
    const person = await createPerson();
    const exportIds: string[] = [];
    while (exportIds.length <= limits.exportsKept) exportIds.push((await exportData(person)).id);
    const [oldest = '', ...kept] = exportIds;
    expect((await listExports(person)).map(({ id }) => id)).toEqual(kept.reverse());
    expect(await errorOfCall(exportURL(person, oldest))).toMatchObject({ status: 404 });
    await expect.poll(() => rowsOf(person)).toHaveLength(limits.exportsKept);
    expect((await filesOf(person)).join(' ')).not.toContain(oldest);
  });

  test('expires older ones above the person’s storage limit', async () => {
    const person = await createPerson();
    const { id: largeExportId } = await exportData(person);
    await app.pool.query('UPDATE data_exports SET size = $2 WHERE id = $1', [
      largeExportId,
      20 * 1024 ** 3,
    ]);
    const { id } = await exportData(person);
    expect((await listExports(person)).map((listedExport) => listedExport.id)).toEqual([id]);
    await expect.poll(async () => (await filesOf(person)).join(' ')).not.toContain(largeExportId);
  });

  test('leaves no file when the account is closed while it is made and the program stops', async () => {
    const person = await createPerson();
    const id = randomUUID();
    const leftoverFolder = join(app.dataDir, 'files/objects/exports', person.uid, id);
    await mkdir(leftoverFolder, { recursive: true });
    await writeFile(join(leftoverFolder, 'meio.zip'), 'PK');
    const jobPayload = { exportId: id, personId: person.uid };
    await app.program.jobs.enqueue(app.program.database.db, 'privacy.make_export', jobPayload);
    await expect
      .poll(async () => (await filesOf(person)).filter((name) => name.endsWith('.zip')))
      .toEqual([]);
  });

  test('fails two hours after its job began, or after two days of waiting for one', async () => {
    const insertExport = async (createdHoursAgo: number, begunHoursAgo: number | null) => {
      const person = await createPerson();
      await app.pool.query(
        `INSERT INTO data_exports (id, person_id, created_at, begun_at) VALUES ($1, $2,
           now() - make_interval(hours => $3), now() - make_interval(hours => $4))`,
        [randomUUID(), person.uid, createdHoursAgo, begunHoursAgo],
      );
      return person;
    };
    const waiting = [await insertExport(47, null), await insertExport(60, 1)];
    const stale = [await insertExport(49, null), await insertExport(60, 3)];
    await app.program.jobs.enqueue(app.program.database.db, 'privacy.sweep_exports', {});
    for (const person of stale)
      await expect.poll(async () => (await listExports(person))[0]?.state).toBe('failed');
    for (const person of waiting)
      expect(await listExports(person)).toMatchObject([{ state: 'preparing' }]);
  });

  test('is deleted after a week', async () => {
    const person = await createPerson();
    const { id } = await exportData(person);
    const url = await exportURL(person, id);
    await app.pool.query('UPDATE data_exports SET expires_at = now() WHERE id = $1', [id]);
    expect(await listExports(person)).toEqual([]);
    expect((await app.fetch(url)).status).toBe(404);
    expect(await errorOfCall(exportURL(person, id))).toMatchObject({ status: 404 });
    await app.program.jobs.enqueue(app.program.database.db, 'privacy.sweep_exports', {});
    await expect.poll(() => rowsOf(person)).toEqual([]);
    expect((await filesOf(person)).filter((name) => name.endsWith('.zip'))).toEqual([]);
  });
});

describe('a full file store', () => {
  test('delays the export, which fails after some hours', async () => {
    const person = await createPerson();
    const exportsFolder = join(app.dataDir, 'files/objects/exports');
    await rename(exportsFolder, `${exportsFolder}-aside`);
    // A file blocks the path of the folder, so nothing can be stored there.
    await writeFile(exportsFolder, '');
    const { id, state } = await requestExport(person);
    expect(state).toBe('preparing');
    const failedJobsSql = `SELECT attempts FROM graphile_worker.jobs
      WHERE task_identifier = 'privacy.make_export' AND last_error IS NOT NULL`;
    await expect.poll(async () => (await app.pool.query(failedJobsSql)).rowCount).toBe(1);
    expect((await requestExport(person)).id).toBe(id);
    await rm(exportsFolder);
    await rename(`${exportsFolder}-aside`, exportsFolder);
    await app.pool.query(
      "UPDATE data_exports SET begun_at = begun_at - interval '3 hours' WHERE id = $1",
      [id],
    );
    await app.program.jobs.enqueue(app.program.database.db, 'privacy.sweep_exports', {});
    await expect.poll(async () => (await listExports(person))[0]?.state).not.toBe('preparing');
    const [row] = await listExports(person);
    // The export is `failed` here, unless its last retry succeeded just before `privacy.sweep_exports` ran.
    if (row?.state === 'failed') {
      expect((await requestExport(person)).id).not.toBe(id);
      expect(await errorOfCall(exportURL(person, id))).toMatchObject({ status: 404 });
    }
    await expect(access(exportsFolder)).resolves.toBeUndefined();
  });
});
