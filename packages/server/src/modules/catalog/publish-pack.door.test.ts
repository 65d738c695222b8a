import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../test/harness.ts';
import { gifOfFrames, jpegWithGps } from '../../../test/pictures.ts';
import { addArchiveRow } from '../../../test/rows.ts';
import { photo, type serviceRig as Rig, serviceRig } from '../../../test/service-rig.ts';

let app: TestApp;
let rig: ReturnType<typeof Rig>;
let seller: TestPerson;
let png: Buffer;

beforeAll(async () => {
  const env = { MAX_ARCHIVE_MB: '1' };
  [app, png] = await Promise.all([startTestApp({ env }), photo()]);
  rig = serviceRig(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  seller = await app.person(`Vende-${randomUUID().slice(0, 8)}`);
});

const media = { type: 'media', category: 'drawing' };

const packOf = async (serviceId: string) => {
  const { rows } = await app.pool.query(
    'SELECT id, kind FROM archives WHERE service_id = $1 AND removed_at IS NULL ORDER BY position',
    [serviceId],
  );
  return rows as { id: string; kind: string }[];
};

/** What stays after a refusal: as much as before it. */
const traces = async () => ({ rows: await rig.rows(), files: await rig.storedFiles() });

describe('publishing a pack', () => {
  it('takes the call of spec §7 as it is written', async () => {
    const archives = [png, await jpegWithGps(), gifOfFrames(2), await photo()];
    const response = await rig.post(seller, media, { image: png, archives });
    expect(response.status).toBe(201);
    const service = await rig.serviceOf(response);
    const kinds = [
      { kind: 'JPG', count: 1 },
      { kind: 'PNG', count: 2 },
      { kind: 'GIF', count: 1 },
    ];
    expect(service).toMatchObject({ type: 'media', archives: kinds });
    expect((await packOf(service.id)).map(({ kind }) => kind)).toEqual([
      'PNG',
      'JPG',
      'GIF',
      'PNG',
    ]);
    const { services } = await app.visitor.catalog.listServices({ query: { seller: seller.uid } });
    expect(services[0]?.archives).toEqual(kinds);
    const read = await app.visitor.catalog.getService({ params: { serviceId: service.id } });
    expect(read.service.archives).toEqual(kinds);
  });

  it('takes its parts in any order, with the trailing slash or without', async () => {
    const texts = { title: 'Fotos', description: 'Nove.', price: '9,90', ...media };
    const first = new Blob([new Uint8Array(png)]);
    for (const path of ['/api/services/', '/api/services']) {
      const form = new FormData();
      form.append('archives', first, 'a.png');
      form.append('category', texts.category);
      form.append('photoURL', first, 'capa.png');
      form.append('type', texts.type);
      form.append('archives', first, 'b.png');
      for (const name of ['price', 'description', 'title'] as const) form.append(name, texts[name]);
      const response = await seller.fetch(path, { method: 'POST', body: form });
      expect(response.status).toBe(201);
      expect(await rig.serviceOf(response)).toMatchObject({
        ...texts,
        price: '9.90',
        archives: [{ kind: 'PNG', count: 2 }],
      });
    }
  });

  it('takes files sent beforehand, then those of the request', async () => {
    const ids = [
      await addArchiveRow(app.pool, seller.uid),
      await addArchiveRow(app.pool, seller.uid),
    ];
    const service = await rig.publish(
      seller,
      { ...media, archiveIds: ids.toReversed().join(',') },
      { archives: [png] },
    );
    const pack = await packOf(service.id);
    expect(pack.map(({ id }) => id).slice(0, 2)).toEqual(ids.toReversed());
    expect(pack).toHaveLength(3);
  });

  it('takes ids that are repeated fields, each once', async () => {
    const id = await addArchiveRow(app.pool, seller.uid);
    const service = await rig.publish(seller, { ...media, archiveIds: [id, id] });
    expect(service.archives).toEqual([{ kind: 'PNG', count: 1 }]);
  });

  it('throws away what is sent with a call', async () => {
    const waiting = await addArchiveRow(app.pool, seller.uid);
    const before = await rig.rows();
    const files = (await rig.storedFiles()).filter((key) => key.startsWith('archives/'));
    const service = await rig.publish(
      seller,
      { archiveIds: waiting },
      { archives: [png, '<!doctype html>'] },
    );
    expect(service).toMatchObject({ type: 'call', archives: [] });
    expect(await rig.rows()).toMatchObject({ archives: before.archives });
    expect((await rig.storedFiles()).filter((key) => key.startsWith('archives/'))).toEqual(files);
    const { rows } = await app.pool.query(
      'SELECT service_id, removed_at FROM archives WHERE id = $1',
      [waiting],
    );
    expect(rows[0]).toEqual({ service_id: null, removed_at: null });
  });
});

describe('a pack that is refused leaves nothing behind', () => {
  const missing = 'Pelo menos um arquivo é obrigatório para serviços de mídia';

  it.each([
    ['no file', {}, {}],
    ['an empty list of ids', { archiveIds: '' }, {}],
  ])('%s', async (_, fields, parts) => {
    const before = await traces();
    const response = await rig.post(seller, { ...media, ...fields }, { image: png, ...parts });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: missing,
      issues: [{ path: 'archives', message: missing }],
    });
    expect(await traces()).toEqual(before);
  });

  it('tells of missing files and of a missing picture at once', async () => {
    const response = await rig.post(seller, media);
    expect(((await response.json()) as { issues: unknown[] }).issues).toHaveLength(1);
    const both = await rig.post(seller, { ...media, title: '' });
    expect(((await both.json()) as { issues: unknown[] }).issues).toEqual([
      { path: 'title', message: 'Nome do serviço obrigatório' },
      { path: 'photoURL', message: 'Imagem de serviço obrigatória' },
    ]);
  });

  it.each<[string, string | Buffer]>([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a zip', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
    ['nothing at all', ''],
  ])('%s among good files', async (_, bad) => {
    const before = await traces();
    const response = await rig.post(seller, media, { image: png, archives: [png, bad, png] });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ error: 'Formato de arquivo não permitido.' });
    expect(await traces()).toEqual(before);
  });

  it('a file that is too large among good ones', async () => {
    const before = await traces();
    const large = Buffer.concat([png, Buffer.alloc(1024 * 1024)]);
    const response = await rig.post(seller, media, { image: png, archives: [png, large, png] });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: 'Arquivo muito grande.' });
    expect(await traces()).toEqual(before);
  });

  it('anything while the storage is gone', async () => {
    const before = await traces();
    const objects = join(app.dataDir, 'files', 'objects');
    await rename(objects, `${objects}.gone`);
    const response = await rig.post(seller, media, { image: png, archives: [png] });
    await rename(`${objects}.gone`, objects);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: 'Armazenamento indisponível.' });
    expect(await traces()).toEqual(before);
  });

  it('a picture that is none', async () => {
    const before = await traces();
    const image = Buffer.from('<svg/>');
    const response = await rig.post(seller, media, { image, archives: [png] });
    expect(response.status).toBe(415);
    expect(await traces()).toEqual(before);
  });

  it('51 files, sent together or beforehand', async () => {
    const before = await rig.rows();
    const many = Array.from({ length: 51 }, () => png);
    const together = await rig.post(seller, media, { image: png, archives: many });
    expect(together.status).toBe(400);
    expect(await together.json()).toMatchObject({
      issues: [{ path: 'archives', message: 'Envie no máximo 50 arquivos.' }],
    });
    const archiveIds = Array.from({ length: 50 }, () => randomUUID());
    const mixed = await rig.post(seller, { ...media, archiveIds }, { image: png, archives: [png] });
    expect(mixed.status).toBe(400);
    expect(await mixed.json()).toMatchObject({
      issues: [{ path: 'archives', message: 'Um pacote tem no máximo 50 arquivos.' }],
    });
    expect(await rig.rows()).toEqual(before);
  });

  it.each([
    ['unknown', async () => randomUUID()],
    ['no id', async () => 'x'],
    ["somebody else's", async () => addArchiveRow(app.pool, (await app.person('Outra')).uid)],
    ['not whole yet', () => addArchiveRow(app.pool, seller.uid, { ready_at: null })],
    ['let go', () => addArchiveRow(app.pool, seller.uid, { removed_at: new Date() })],
  ])('a file that is %s', async (_, bad) => {
    const waiting = await addArchiveRow(app.pool, seller.uid);
    const archiveIds = [waiting, await bad()];
    const before = await traces();
    const response = await rig.post(
      seller,
      { ...media, archiveIds },
      { image: png, archives: [png] },
    );
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'archive_not_found' });
    expect(await traces()).toEqual(before);
    // What waited still does.
    expect((await rig.publish(seller, { ...media, archiveIds: waiting })).archives).toHaveLength(1);
  });

  it('a file too many at once: one of two services takes it', async () => {
    const archiveIds = await addArchiveRow(app.pool, seller.uid);
    const answers = await Promise.all(
      [1, 2, 3].map(() => rig.post(seller, { ...media, archiveIds }, { image: png })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404, 404]);
  });

  it('a service that cannot be stored', async () => {
    const before = await traces();
    await app.pool.query('ALTER TABLE services ADD CONSTRAINT nothing CHECK (price <> 7777)');
    const fields = { ...media, price: '77.77' };
    const response = await rig.post(seller, fields, { image: png, archives: [png, png] });
    await app.pool.query('ALTER TABLE services DROP CONSTRAINT nothing');
    expect(response.status).toBe(500);
    expect(await traces()).toEqual(before);
  });
});
