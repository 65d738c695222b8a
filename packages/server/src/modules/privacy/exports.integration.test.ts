import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  blockExports,
  fileText,
  listBlockedExports,
} from '../../../test/fixtures/checks/exported-data.ts';
import { readZipEntries } from '../../../test/fixtures/checks/zip-entries.ts';
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

describe('a streamed data export', () => {
  test('is a zip download with everything in it', async () => {
    const person = await createPerson();
    const response = await person.fetch('/api/users/me/export');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="guilda-dados-\d{4}-\d\d-\d\d\.zip"$/,
    );
    const zip = Buffer.from(await response.arrayBuffer());
    expect(readZipEntries(zip).map(({ name }) => name)).toEqual(
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
    const readMe = fileText(zip, 'LEIA-ME.txt');
    for (const { name } of readZipEntries(zip)) {
      if (name !== 'LEIA-ME.txt') expect(readMe).toContain(name);
    }
    expect(readMe).toContain('Da verificação de idade não há documento nem data de nascimento');
  });

  test('tells who muted whom to the first of them alone', async () => {
    const [low, high] = [await createPerson(), await createPerson()].toSorted((a, b) =>
      a.uid < b.uid ? -1 : 1,
    ) as [TestPerson, TestPerson];
    const namesConversationWith = async (reader: TestPerson, other: TestPerson) => {
      const { username } = await other.api.users.getMe({});
      const response = await reader.fetch('/api/users/me/export');
      const zip = Buffer.from(await response.arrayBuffer());
      return readZipEntries(zip).some(({ name }) => name.includes(`/${username}`));
    };
    for (const [muting, muted] of [
      [low, high],
      [high, low],
    ] as const) {
      const path = `/api/conversations/${muted.uid}/mute`;
      expect((await muting.fetch(path, { method: 'PUT' })).ok).toBe(true);
      expect(await namesConversationWith(muting, muted)).toBe(true);
      expect(await namesConversationWith(muted, muting)).toBe(false);
      await muting.fetch(path, { method: 'DELETE' });
    }
  });

  test('is not made for a HEAD request', async () => {
    const person = await createPerson();
    const response = await person.fetch('/api/users/me/export', { method: 'HEAD' });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).not.toBe('application/zip');
  });

  test('is refused before it begins while the file store is unavailable', async () => {
    const person = await createPerson();
    const objectsFolder = join(app.dataDir, 'files/objects');
    await rename(objectsFolder, `${objectsFolder}-aside`);
    const refusal = await errorOfCall(person.api.privacy.downloadExport({}));
    await rename(`${objectsFolder}-aside`, objectsFolder);
    expect(refusal).toMatchObject({ status: 503, code: 'storage_unavailable' });
  });
});

describe('a streamed data export that fails', () => {
  test('ends with an error where a file cannot be read, never as a valid zip', async () => {
    const person = await createPerson();
    await using exportBlock = await blockExports(app);
    const response = await person.fetch('/api/users/me/export');
    expect(response.status).toBe(200);
    const zipDownload = response.arrayBuffer();
    await expect.poll(() => listBlockedExports(app)).toHaveLength(1);
    const expectedFailure = expect(zipDownload).rejects.toThrow();
    for (const { pid } of await listBlockedExports(app))
      await app.pool.query('SELECT pg_cancel_backend($1)', [pid]);
    await expectedFailure;
    await exportBlock.commit();
    const secondResponse = await person.fetch('/api/users/me/export');
    expect(readZipEntries(Buffer.from(await secondResponse.arrayBuffer())).length).toBeGreaterThan(
      20,
    );
  });

  test('stops reading for a client that went away', async () => {
    const person = await createPerson();
    await using exportBlock = await blockExports(app);
    const abortController = new AbortController();
    const response = await person.fetch('/api/users/me/export', { signal: abortController.signal });
    expect(response.status).toBe(200);
    await expect.poll(() => listBlockedExports(app)).toHaveLength(1);
    const requestedKeys: string[] = [];
    const { query } = app.pool;
    app.pool.query = ((...args: [{ text?: string } | string]) => {
      requestedKeys.push(typeof args[0] === 'string' ? args[0] : (args[0].text ?? ''));
      return Reflect.apply(query, app.pool, args);
    }) as typeof query;
    abortController.abort();
    // These requests give the server time to notice that the client has disconnected.
    for (let n = 0; n < 3; n += 1) await person.fetch('/api/users/me');
    await exportBlock.commit();
    await expect.poll(() => listBlockedExports(app)).toHaveLength(0);
    for (let n = 0; n < 3; n += 1) await person.fetch('/api/users/me');
    app.pool.query = query;
    expect(
      requestedKeys.filter((text) => /FROM (data_exports|conversations|pictures)/.test(text)),
    ).toEqual([]);
  });
});
