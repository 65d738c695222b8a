import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPackFile } from '../../../../test/fixtures/data/builders.ts';
import { buildGif, buildJpegWithGps } from '../../../../test/fixtures/data/pictures.ts';
import {
  createServicesFixture,
  drawPhoto,
} from '../../../../test/fixtures/modules/services-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: ReturnType<typeof createServicesFixture>;
let seller: TestPerson;
let png: Buffer;

beforeAll(async () => {
  const env = { MAX_ARCHIVE_MB: '1' };
  [app, png] = await Promise.all([startTestApp({ env }), drawPhoto()]);
  fixture = createServicesFixture(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  seller = await app.signIn(`Vende-${randomUUID().slice(0, 8)}`);
});

const mediaFields = { type: 'media', category: 'drawing' };

const readPackOf = async (serviceId: string) => {
  const { rows } = await app.pool.query(
    'SELECT id, kind FROM archives WHERE service_id = $1 AND removed_at IS NULL ORDER BY position',
    [serviceId],
  );
  return rows as { id: string; kind: string }[];
};

/** Counts the rows and lists the files that exist now, to compare them before and after a refusal. */
const readTraces = async () => ({
  rows: await fixture.countRows(),
  files: await fixture.listStoredFiles(),
});

describe('publishing a pack', () => {
  it('accepts the documented multipart request', async () => {
    const archives = [png, await buildJpegWithGps(), buildGif(2), await drawPhoto()];
    const response = await fixture.post(seller, mediaFields, { image: png, archives });
    expect(response.status).toBe(201);
    const service = await fixture.serviceOf(response);
    const kinds = [
      { kind: 'JPG', count: 1 },
      { kind: 'PNG', count: 2 },
      { kind: 'GIF', count: 1 },
    ];
    expect(service).toMatchObject({ type: 'media', archives: kinds });
    expect((await readPackOf(service.id)).map(({ kind }) => kind)).toEqual([
      'PNG',
      'JPG',
      'GIF',
      'PNG',
    ]);
    const { services } = await app.visitor.catalog.listServices({ query: { seller: seller.uid } });
    expect(services[0]?.archives).toEqual(kinds);
    const serviceAnswer = await app.visitor.catalog.getService({
      params: { serviceId: service.id },
    });
    expect(serviceAnswer.service.archives).toEqual(kinds);
  });

  it('accepts its parts in any order, with or without a trailing slash', async () => {
    const formFields = { title: 'Fotos', description: 'Nove.', price: '9,90', ...mediaFields };
    const pngBlob = new Blob([new Uint8Array(png)]);
    for (const path of ['/api/services/', '/api/services']) {
      const form = new FormData();
      form.append('archives', pngBlob, 'a.png');
      form.append('category', formFields.category);
      form.append('photoURL', pngBlob, 'capa.png');
      form.append('type', formFields.type);
      form.append('archives', pngBlob, 'b.png');
      for (const name of ['price', 'description', 'title'] as const)
        form.append(name, formFields[name]);
      const response = await seller.fetch(path, { method: 'POST', body: form });
      expect(response.status).toBe(201);
      expect(await fixture.serviceOf(response)).toMatchObject({
        ...formFields,
        price: '9.90',
        archives: [{ kind: 'PNG', count: 2 }],
      });
    }
  });

  it('takes files that were uploaded before, then those of the request', async () => {
    const ids = [
      await buildPackFile(app.pool, seller.uid),
      await buildPackFile(app.pool, seller.uid),
    ];
    const service = await fixture.publish(
      seller,
      { ...mediaFields, archiveIds: ids.toReversed().join(',') },
      { archives: [png] },
    );
    const packFiles = await readPackOf(service.id);
    expect(packFiles.map(({ id }) => id).slice(0, 2)).toEqual(ids.toReversed());
    expect(packFiles).toHaveLength(3);
  });

  it('accepts repeated id fields, each once', async () => {
    const id = await buildPackFile(app.pool, seller.uid);
    const service = await fixture.publish(seller, { ...mediaFields, archiveIds: [id, id] });
    expect(service.archives).toEqual([{ kind: 'PNG', count: 1 }]);
  });

  it('discards files that are sent with a call', async () => {
    const waitingFileId = await buildPackFile(app.pool, seller.uid);
    const rowsBefore = await fixture.countRows();
    const files = (await fixture.listStoredFiles()).filter((key) => key.startsWith('archives/'));
    const service = await fixture.publish(
      seller,
      { archiveIds: waitingFileId },
      { archives: [png, '<!doctype html>'] },
    );
    expect(service).toMatchObject({ type: 'call', archives: [] });
    expect(await fixture.countRows()).toMatchObject({ archives: rowsBefore.archives });
    expect((await fixture.listStoredFiles()).filter((key) => key.startsWith('archives/'))).toEqual(
      files,
    );
    const { rows } = await app.pool.query(
      'SELECT service_id, removed_at FROM archives WHERE id = $1',
      [waitingFileId],
    );
    expect(rows[0]).toEqual({ service_id: null, removed_at: null });
  });
});

describe('a pack that is refused leaves nothing behind', () => {
  const missingFileMessage = 'Pelo menos um arquivo é obrigatório para serviços de mídia';

  it.each([
    ['no file', {}, {}],
    ['an empty list of ids', { archiveIds: '' }, {}],
  ])('%s', async (_, fields, parts) => {
    const tracesBefore = await readTraces();
    const response = await fixture.post(
      seller,
      { ...mediaFields, ...fields },
      { image: png, ...parts },
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: missingFileMessage,
      issues: [{ path: 'archives', message: missingFileMessage }],
    });
    expect(await readTraces()).toEqual(tracesBefore);
  });

  it('reports missing files and a missing picture at once', async () => {
    const response = await fixture.post(seller, mediaFields);
    expect(((await response.json()) as { issues: unknown[] }).issues).toHaveLength(1);
    const bothIssuesResponse = await fixture.post(seller, { ...mediaFields, title: '' });
    expect(((await bothIssuesResponse.json()) as { issues: unknown[] }).issues).toEqual([
      { path: 'title', message: 'Nome do serviço obrigatório' },
      { path: 'photoURL', message: 'Imagem de serviço obrigatória' },
    ]);
  });

  it.each<[string, string | Buffer]>([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a zip', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
    ['nothing at all', ''],
  ])('%s among good files', async (_, badFile) => {
    const tracesBefore = await readTraces();
    const response = await fixture.post(seller, mediaFields, {
      image: png,
      archives: [png, badFile, png],
    });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ error: 'Formato de arquivo não permitido.' });
    expect(await readTraces()).toEqual(tracesBefore);
  });

  it('a file that is too large among good ones', async () => {
    const tracesBefore = await readTraces();
    const largeFile = Buffer.concat([png, Buffer.alloc(1024 * 1024)]);
    const response = await fixture.post(seller, mediaFields, {
      image: png,
      archives: [png, largeFile, png],
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: 'Arquivo muito grande.' });
    expect(await readTraces()).toEqual(tracesBefore);
  });

  it('anything while the storage is gone', async () => {
    const tracesBefore = await readTraces();
    const objectsFolder = join(app.dataDir, 'files', 'objects');
    await rename(objectsFolder, `${objectsFolder}.gone`);
    const response = await fixture.post(seller, mediaFields, { image: png, archives: [png] });
    await rename(`${objectsFolder}.gone`, objectsFolder);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: 'Armazenamento indisponível.' });
    expect(await readTraces()).toEqual(tracesBefore);
  });

  it('a picture that is not an image', async () => {
    const tracesBefore = await readTraces();
    const image = Buffer.from('<svg/>');
    const response = await fixture.post(seller, mediaFields, { image, archives: [png] });
    expect(response.status).toBe(415);
    expect(await readTraces()).toEqual(tracesBefore);
  });

  it('51 files, in the request or uploaded before', async () => {
    const rowsBefore = await fixture.countRows();
    const images = Array.from({ length: 51 }, () => png);
    const bulkAnswer = await fixture.post(seller, mediaFields, { image: png, archives: images });
    expect(bulkAnswer.status).toBe(400);
    expect(await bulkAnswer.json()).toMatchObject({
      issues: [{ path: 'archives', message: 'Envie no máximo 50 arquivos.' }],
    });
    const archiveIds = Array.from({ length: 50 }, () => randomUUID());
    const mixedAnswer = await fixture.post(
      seller,
      { ...mediaFields, archiveIds },
      { image: png, archives: [png] },
    );
    expect(mixedAnswer.status).toBe(400);
    expect(await mixedAnswer.json()).toMatchObject({
      issues: [{ path: 'archives', message: 'Um pacote tem no máximo 50 arquivos.' }],
    });
    expect(await fixture.countRows()).toEqual(rowsBefore);
  });

  it.each([
    ['unknown', async () => randomUUID()],
    ['no id', async () => 'x'],
    ["somebody else's", async () => buildPackFile(app.pool, (await app.signIn('Outra')).uid)],
    ['not whole yet', () => buildPackFile(app.pool, seller.uid, { ready_at: null })],
    ['let go', () => buildPackFile(app.pool, seller.uid, { removed_at: new Date() })],
  ])('a file that is %s', async (_, buildBadFile) => {
    const waitingFileId = await buildPackFile(app.pool, seller.uid);
    const archiveIds = [waitingFileId, await buildBadFile()];
    const tracesBefore = await readTraces();
    const response = await fixture.post(
      seller,
      { ...mediaFields, archiveIds },
      { image: png, archives: [png] },
    );
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'archive_not_found' });
    expect(await readTraces()).toEqual(tracesBefore);
    // The refused request did not assign the uploaded file to a service, so another service can use the file.
    expect(
      (await fixture.publish(seller, { ...mediaFields, archiveIds: waitingFileId })).archives,
    ).toHaveLength(1);
  });

  it('a file that two services want: one of them takes it', async () => {
    const archiveIds = await buildPackFile(app.pool, seller.uid);
    const answers = await Promise.all(
      [1, 2, 3].map(() => fixture.post(seller, { ...mediaFields, archiveIds }, { image: png })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404, 404]);
  });

  it('a service that cannot be stored', async () => {
    const tracesBefore = await readTraces();
    await app.pool.query('ALTER TABLE services ADD CONSTRAINT nothing CHECK (price <> 7777)');
    const fields = { ...mediaFields, price: '77.77' };
    const response = await fixture.post(seller, fields, { image: png, archives: [png, png] });
    await app.pool.query('ALTER TABLE services DROP CONSTRAINT nothing');
    expect(response.status).toBe(500);
    expect(await readTraces()).toEqual(tracesBefore);
  });
});
