import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@guilda/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  exportURL,
  fileText,
  holdReading,
  listed,
  madeFor,
  request,
  waitingReaders,
} from '../../../test/fixtures/checks/exported-data.ts';
import { zipEntries } from '../../../test/fixtures/checks/zip-entries.ts';
import { type FakeClock, fakeClock } from '../../../test/fixtures/fakes/fake-clock.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let clock: FakeClock;
let people = 0;

beforeAll(async () => {
  clock = fakeClock(new Date().toISOString());
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

const newPerson = () => {
  people += 1;
  return app.person(`Pessoa${people}`);
};

const filesOf = ({ uid }: TestPerson) =>
  readdir(join(app.dataDir, 'files/objects/exports', uid), { recursive: true }).catch(() => []);

const rowsOf = async ({ uid }: TestPerson) =>
  (await app.pool.query('SELECT * FROM data_exports WHERE person_id = $1', [uid])).rows;

describe('a streamed data export', () => {
  test('is a zip download with everything in it', async () => {
    const person = await newPerson();
    const response = await person.fetch('/api/users/me/export');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="guilda-dados-\d{4}-\d\d-\d\d\.zip"$/,
    );
    const zip = Buffer.from(await response.arrayBuffer());
    expect(zipEntries(zip).map(({ name }) => name)).toEqual(
      [
        'LEIA-ME.txt',
        ...[
          'perfil',
          'servicos',
          'publicacoes',
          'comentarios',
          'curtidas',
          'avaliacoes',
          'pedidos',
        ],
        ...['downloads', 'downloads-por-dia', 'provas', 'extrato', 'saques', 'dados-de-saque'],
        ...['notificacoes', 'sessoes', 'acessos', 'bloqueios'],
        ...['preferencias', 'denuncias-e-pedidos', 'decisoes', 'ligacoes', 'idade', 'copias'],
        'arquivos',
      ].map((name) => (name.includes('.') ? name : `${name}.json`)),
    );
    expect(JSON.parse(fileText(zip, 'perfil.json'))).toMatchObject({
      uid: person.uid,
      email: person.email,
    });
    expect(JSON.parse(fileText(zip, 'sessoes.json'))).toHaveLength(1);
    expect(fileText(zip, 'servicos.json')).toBe('[]\n');
    expect(JSON.parse(fileText(zip, 'idade.json'))).toBeNull();
    for (const { name } of zipEntries(zip)) {
      if (name !== 'LEIA-ME.txt') expect(fileText(zip, 'LEIA-ME.txt')).toContain(name);
    }
  });

  test('is not made for a HEAD request', async () => {
    const person = await newPerson();
    const response = await person.fetch('/api/users/me/export', { method: 'HEAD' });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).not.toBe('application/zip');
  });

  test('is refused before it begins while the file store is unavailable', async () => {
    const person = await newPerson();
    const objects = join(app.dataDir, 'files/objects');
    await rename(objects, `${objects}-aside`);
    const refused = await errorOfCall(person.api.privacy.downloadExport({}));
    await rename(`${objects}-aside`, objects);
    expect(refused).toMatchObject({ status: 503, code: 'storage_unavailable' });
  });
});

describe('a streamed data export that fails', () => {
  test('ends with an error where a file cannot be read, never as a valid zip', async () => {
    const person = await newPerson();
    const goOn = await holdReading(app);
    const response = await person.fetch('/api/users/me/export');
    expect(response.status).toBe(200);
    const reading = response.arrayBuffer();
    await expect.poll(() => waitingReaders(app)).toHaveLength(1);
    const failed = expect(reading).rejects.toThrow();
    for (const { pid } of await waitingReaders(app))
      await app.pool.query('SELECT pg_cancel_backend($1)', [pid]);
    await failed;
    await goOn();
    const again = await person.fetch('/api/users/me/export');
    expect(zipEntries(Buffer.from(await again.arrayBuffer())).length).toBeGreaterThan(20);
  });

  test('stops reading for a client that went away', async () => {
    const person = await newPerson();
    const goOn = await holdReading(app);
    const gone = new AbortController();
    const response = await person.fetch('/api/users/me/export', { signal: gone.signal });
    expect(response.status).toBe(200);
    await expect.poll(() => waitingReaders(app)).toHaveLength(1);
    const asked: string[] = [];
    const { query } = app.pool;
    app.pool.query = ((...args: [{ text?: string } | string]) => {
      asked.push(typeof args[0] === 'string' ? args[0] : (args[0].text ?? ''));
      return Reflect.apply(query, app.pool, args);
    }) as typeof query;
    gone.abort();
    // What has come to its end reaches the program before what is asked after it.
    for (let n = 0; n < 3; n += 1) await person.fetch('/api/users/me');
    await goOn();
    await expect.poll(() => waitingReaders(app)).toHaveLength(0);
    for (let n = 0; n < 3; n += 1) await person.fetch('/api/users/me');
    app.pool.query = query;
    expect(asked.filter((text) => /FROM (data_exports|conversations|pictures)/.test(text))).toEqual(
      [],
    );
  });
});

describe('a data export in the background', () => {
  test('notifies when it is ready, supports ranges and has the same content', async () => {
    const person = await newPerson();
    const made = await madeFor(person);
    const week = Date.parse(made.expiresAt ?? '') - Date.parse(made.readyAt ?? '');
    expect(Math.round(week / 86_400_000)).toBe(limits.exportDays);
    const { notifications } = await person.api.notifications.listNotifications({});
    expect(notifications).toMatchObject([
      { type: 'export', additionalInfo: { event: 'export_ready', exportId: made.id } },
    ]);
    expect(notifications[0]?.content).toMatch(/^A cópia dos seus dados está pronta\./);
    const url = await exportURL(person, made.id);
    const whole = await app.fetch(url);
    expect(whole.status).toBe(200);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; filename="guilda-dados-/),
    });
    const zip = Buffer.from(await whole.arrayBuffer());
    expect(zip.length).toBe(made.size);
    expect(JSON.parse(fileText(zip, 'perfil.json'))).toMatchObject({ uid: person.uid });
    const part = await app.fetch(url, { headers: { range: 'bytes=10-19' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(zip.subarray(10, 20));
    const head = await app.fetch(url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(zip.length));
  });

  test('is made once for concurrent requests', async () => {
    const person = await newPerson();
    const goOn = await holdReading(app);
    const asked = await Promise.all(Array.from({ length: 20 }, () => request(person)));
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    expect(await rowsOf(person)).toMatchObject([{ state: 'preparing' }]);
    await goOn();
    await expect.poll(async () => (await listed(person))[0]?.state).toBe('ready');
    expect(await rowsOf(person)).toHaveLength(1);
    expect((await request(person)).id).not.toBe(asked[0]?.id);
  });

  test('has a signed address for its person only, valid for five minutes', async () => {
    const [person, stranger] = [await newPerson(), await newPerson()];
    const { id } = await madeFor(person);
    const refused = { status: 404, code: 'export_not_found' };
    expect(await errorOfCall(exportURL(stranger, id))).toMatchObject(refused);
    expect(await listed(stranger)).toEqual([]);
    const url = await exportURL(person, id);
    const word = url.slice(url.lastIndexOf('/') + 1);
    for (let at = 0; at < word.length; at += 7) {
      const other = word[at] === 'A' ? 'B' : 'A';
      const forged = `/files/exports/${word.slice(0, at)}${other}${word.slice(at + 1)}`;
      expect((await app.fetch(forged)).status, `at ${at}`).toBe(404);
    }
    clock.advance((limits.exportAddressSeconds - 1) * 1000);
    expect((await app.fetch(url, { method: 'HEAD' })).status).toBe(200);
    clock.advance(1000);
    expect((await app.fetch(url, { method: 'HEAD' })).status).toBe(404);
  });

  test('is available to suspended people and deleted with the account', async () => {
    const person = await newPerson();
    await app.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [person.uid]);
    const { id } = await madeFor(person);
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
    const person = await newPerson();
    const { id } = await madeFor(person);
    const url = await exportURL(person, id);
    // As if the row had outlived the account.
    await app.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [person.uid]);
    expect((await app.fetch(url)).status).toBe(404);
  });

  test('is one of three at most: a fourth expires the oldest', async () => {
    const person = await newPerson();
    const made: string[] = [];
    while (made.length <= limits.exportsKept) made.push((await madeFor(person)).id);
    const [oldest = '', ...kept] = made;
    expect((await listed(person)).map(({ id }) => id)).toEqual(kept.reverse());
    expect(await errorOfCall(exportURL(person, oldest))).toMatchObject({ status: 404 });
    await expect.poll(() => rowsOf(person)).toHaveLength(limits.exportsKept);
    expect((await filesOf(person)).join(' ')).not.toContain(oldest);
  });

  test('expires older ones above the person’s storage limit', async () => {
    const person = await newPerson();
    const { id: large } = await madeFor(person);
    await app.pool.query('UPDATE data_exports SET size = $2 WHERE id = $1', [
      large,
      20 * 1024 ** 3,
    ]);
    const { id } = await madeFor(person);
    expect((await listed(person)).map((one) => one.id)).toEqual([id]);
    await expect.poll(async () => (await filesOf(person)).join(' ')).not.toContain(large);
  });

  test('leaves no file when the account is closed while it is made and the program stops', async () => {
    const person = await newPerson();
    const id = randomUUID();
    const left = join(app.dataDir, 'files/objects/exports', person.uid, id);
    await mkdir(left, { recursive: true });
    await writeFile(join(left, 'meio.zip'), 'PK');
    const job = { exportId: id, personId: person.uid };
    await app.program.jobs.enqueue(app.program.database.db, 'privacy.make_export', job);
    await expect
      .poll(async () => (await filesOf(person)).filter((name) => name.endsWith('.zip')))
      .toEqual([]);
  });

  test('is deleted after a week', async () => {
    const person = await newPerson();
    const { id } = await madeFor(person);
    const url = await exportURL(person, id);
    await app.pool.query('UPDATE data_exports SET expires_at = now() WHERE id = $1', [id]);
    expect(await listed(person)).toEqual([]);
    expect((await app.fetch(url)).status).toBe(404);
    expect(await errorOfCall(exportURL(person, id))).toMatchObject({ status: 404 });
    await app.program.jobs.enqueue(app.program.database.db, 'privacy.sweep_exports', {});
    await expect.poll(() => rowsOf(person)).toEqual([]);
    expect((await filesOf(person)).filter((name) => name.endsWith('.zip'))).toEqual([]);
  });
});

describe('a full file store', () => {
  test('delays the export, which fails after some hours', async () => {
    const person = await newPerson();
    const exports = join(app.dataDir, 'files/objects/exports');
    await rename(exports, `${exports}-aside`);
    // A file in its place: nothing can be kept there.
    await writeFile(exports, '');
    const { id, state } = await request(person);
    expect(state).toBe('preparing');
    const failing = `SELECT attempts FROM graphile_worker.jobs
      WHERE task_identifier = 'privacy.make_export' AND last_error IS NOT NULL`;
    await expect.poll(async () => (await app.pool.query(failing)).rowCount).toBe(1);
    expect((await request(person)).id).toBe(id);
    await rm(exports);
    await rename(`${exports}-aside`, exports);
    await app.pool.query(
      "UPDATE data_exports SET created_at = created_at - interval '3 hours' WHERE id = $1",
      [id],
    );
    await app.program.jobs.enqueue(app.program.database.db, 'privacy.sweep_exports', {});
    await expect.poll(async () => (await listed(person))[0]?.state).not.toBe('preparing');
    const [row] = await listed(person);
    // Tried again just before it was given up, it is done.
    if (row?.state === 'failed') {
      expect((await request(person)).id).not.toBe(id);
      expect(await errorOfCall(exportURL(person, id))).toMatchObject({ status: 404 });
    }
    await expect(access(exports)).resolves.toBeUndefined();
  });
});
