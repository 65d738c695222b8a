import { readdir } from 'node:fs/promises';
import { errors } from '@guilda/contract/errors';
import type { Service } from '@guilda/contract/services/catalog';
import type { Pack } from '@guilda/contract/services/packs';
import { servicePreviewURL } from '@guilda/contract/services/previews';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildPagePolicy } from '../../src/platform/http/security-headers.ts';
import { readZipEntries } from '../fixtures/checks/zip-entries.ts';
import { buildMp4WithLocation, buildPngWithLocation } from '../fixtures/data/media-files.ts';
import { buildPng } from '../fixtures/data/pictures.ts';
import { createPacksFixture, type PacksFixture } from '../fixtures/modules/packs-fixture.ts';
import { measureFolder } from '../fixtures/modules/storage-fixture.ts';
import { startTestApp, type TestApp, type TestPerson } from '../fixtures/server/test-app.ts';
import { type S3, startS3 } from '../s3/server.ts';

const MiB = 1024 * 1024;

let bucketServer: S3;
let app: TestApp;
let fixture: PacksFixture;
let seller: TestPerson;
let buyer: TestPerson;
let videoFile: Buffer;

beforeAll(async () => {
  bucketServer = await startS3();
  app = await startTestApp({ env: bucketServer.env });
  fixture = createPacksFixture(app);
  [seller, buyer] = await Promise.all([
    fixture.signInNewPerson('Vende'),
    fixture.signInNewPerson('Compra'),
  ]);
  // The file is large enough to be uploaded in parts.
  videoFile = buildMp4WithLocation({ sample: Buffer.alloc(6 * MiB, 'vídeo') });
});
afterAll(async () => {
  await app.close();
  await bucketServer.close();
});

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** Publishes a service with a picture; returns the answer, also when it fails. */
async function publishService(): Promise<Response> {
  const form = new FormData();
  const fields = {
    title: 'Aula de mira',
    description: 'Uma hora de treino.',
    price: '49.90',
    type: 'call',
    category: 'valorant',
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('photoURL', new Blob([new Uint8Array(await buildPng())]), 'a.png');
  return seller.fetch('/api/services', { method: 'POST', body: form });
}

/** Uploads a file of a pack; returns the answer, also when the upload fails. */
function sendVideo(): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(videoFile)]), 'filme.mp4');
  return seller.fetch('/api/archives', { method: 'POST', body: form });
}

/** Reads everything that uploads can leave behind: rows, files and unfinished uploads. */
async function readTraces() {
  const { rows } = await app.pool.query(
    `SELECT (SELECT count(*) FROM services) AS services,
       (SELECT count(*) FROM archives WHERE ready_at IS NOT NULL) AS archives,
       (SELECT count(*) FROM pictures WHERE deleted_at IS NULL) AS pictures`,
  );
  return {
    ...rows[0],
    stored: bucketServer.stored(),
    temp: await measureFolder(`${app.dataDir}/tmp`),
  };
}

const probeFiles = async () => {
  const answer = await app.fetch('/readyz');
  const { checks } = (await answer.json()) as { checks: Record<string, string> };
  return { status: answer.status, files: checks['files'] };
};

describe('a program that keeps its files in a bucket', () => {
  it('creates no local folder for files', async () => {
    expect(await readdir(app.dataDir)).not.toContain('files');
    expect(await probeFiles()).toEqual({ status: 200, files: 'ok' });
  });

  it('stores pictures, serves them and their previews, and deletes them', async () => {
    const { service } = (await (await publishService()).json()) as { service: Service };
    const pictureResponse = await app.fetch(service.photoURL ?? '');
    expect(pictureResponse.headers.get('content-type')).toBe('image/webp');
    expect((await bytesOf(pictureResponse)).length).toBe(
      Number(pictureResponse.headers.get('content-length')),
    );
    expect((await bytesOf(await app.fetch(servicePreviewURL(service)))).length).toBeGreaterThan(0);
    expect(bucketServer.stored().filter((key) => key.includes(service.id))).toHaveLength(1);
    await seller.api.catalog.deleteService({ params: { serviceId: service.id } });
    await expect.poll(() => bucketServer.stored()).toEqual([]);
    expect((await app.fetch(service.photoURL ?? '')).status).toBe(404);
  });

  it('stores pack files, serves ranges and zips of them, and deletes them', async () => {
    const sentFile = await fixture.send(seller, videoFile, 'filme.mp4');
    const serviceId = await fixture.buildServiceWith(seller, [sentFile.id]);
    const orderId = await fixture.buy(buyer, seller, serviceId);
    const pack = await fixture.getBoughtPack(buyer, orderId, serviceId);
    const url = pack.files[0]?.url ?? '';
    const fileBytes = await bytesOf(await app.fetch(url, { redirect: 'error' }));
    expect(fileBytes.length).toBe(sentFile.size);
    const rangeResponse = await app.fetch(url, { headers: { range: 'bytes=5242870-5242889' } });
    expect(rangeResponse.status).toBe(206);
    expect(await bytesOf(rangeResponse)).toEqual(fileBytes.subarray(5_242_870, 5_242_890));
    const zip = await bytesOf(await app.fetch(pack.zipUrl));
    expect(readZipEntries(zip).map(({ name }) => name)).toEqual(['filme.mp4']);
    const waitingFile = await fixture.send(seller, await buildPngWithLocation());
    expect(bucketServer.stored()).toHaveLength(3);
    await seller.api.packs.removeArchive({ params: { id: waitingFile.id } });
    expect(bucketServer.stored()).toHaveLength(1);
    expect((await readTraces()).temp).toEqual({ files: 0, bytes: 0 });
  });

  it('stores exports of a person’s data', async () => {
    const { export: requestedExport } = await buyer.api.privacy.requestExport({});
    const readExportState = async () => {
      const { exports } = await buyer.api.privacy.listExports({});
      return exports.find(({ id }) => id === requestedExport.id)?.state;
    };
    await expect.poll(readExportState).toBe('ready');
    const { url } = await buyer.api.privacy.openExport({ params: { id: requestedExport.id } });
    const zip = await bytesOf(await app.fetch(url));
    expect(readZipEntries(zip).length).toBeGreaterThan(20);
  });
});

describe('while the store is unavailable', () => {
  afterEach(async () => void (await bucketServer.start().catch(() => undefined)));

  it('no upload or deletion stays half done, and everything works once it is available again', async () => {
    const sentFile = await fixture.send(seller, videoFile, 'filme.mp4');
    const serviceId = await fixture.buildServiceWith(seller, [sentFile.id]);
    const pack = await fixture.getOwnPack(seller, serviceId);
    const tracesBefore = await readTraces();
    await bucketServer.stop();
    const outageAnswer = { code: 'storage_unavailable', error: errors.storage_unavailable.text };
    for (const answer of await Promise.all([publishService(), sendVideo()])) {
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject(outageAnswer);
    }
    const fileResponse = await app.fetch(pack.files[0]?.url ?? '');
    expect({ status: fileResponse.status, body: await fileResponse.json() }).toMatchObject({
      status: 503,
      body: outageAnswer,
    });
    await expect.poll(probeFiles).toEqual({ status: 503, files: 'failing' });
    expect((await app.fetch('/healthz')).status).toBe(200);
    await bucketServer.start();
    expect(await readTraces()).toEqual(tracesBefore);
    await expect.poll(probeFiles).toEqual({ status: 200, files: 'ok' });
    expect((await app.fetch(pack.files[0]?.url ?? '')).status).toBe(200);
    expect((await sendVideo()).status).toBe(201);
  });

  it('an upload that breaks off leaves nothing behind', async () => {
    const tracesBefore = await readTraces();
    bucketServer.state.fault = ({ operation, request }) => {
      if (operation !== 'UploadPart') return false;
      request.once('data', () => request.destroy());
      return true;
    };
    expect((await sendVideo()).status).toBe(503);
    bucketServer.state.fault = null;
    expect(await readTraces()).toEqual(tracesBefore);
    expect((await bucketServer.contents()).length).toBe(bucketServer.stored().length);
  });

  it('the program refuses to start', async () => {
    await bucketServer.stop();
    await expect(startTestApp({ env: bucketServer.env })).rejects.toThrow('storage is unavailable');
  });
});

describe('a program with direct reads', () => {
  let directApp: TestApp;
  let pack: Pack;
  let orderId: string;
  let market: { fixture: PacksFixture; seller: TestPerson; buyer: TestPerson; serviceId: string };
  beforeAll(async () => {
    directApp = await startTestApp({
      env: { ...bucketServer.env, S3_DIRECT_READS: '1' },
      mountPages: async (app, { filesOrigin }) => {
        const policy = buildPagePolicy([], filesOrigin);
        app.get('/pagina', (_request, reply) =>
          reply.header('content-security-policy', policy).send(''),
        );
      },
    });
    const fixture = createPacksFixture(directApp);
    const [seller, buyer] = [
      await fixture.signInNewPerson('Vende'),
      await fixture.signInNewPerson('Compra'),
    ];
    const sentFiles = [
      await fixture.send(seller, videoFile, 'filme.mp4'),
      await fixture.send(seller, await buildPngWithLocation()),
    ];
    const serviceId = await fixture.buildServiceWith(
      seller,
      sentFiles.map(({ id }) => id),
    );
    orderId = await fixture.buy(buyer, seller, serviceId);
    pack = await fixture.getBoughtPack(buyer, orderId, serviceId);
    market = { fixture, seller, buyer, serviceId };
  });
  afterAll(() => directApp.close());
  const fetchPath = (url: string | null | undefined, init?: RequestInit) =>
    directApp.fetch(url ?? '', { redirect: 'manual', ...init });
  const readCounts = async () => {
    const { seller } = market;
    const { downloads } = await seller.api.packs.listDownloads({ params: { id: orderId } });
    return downloads.map(({ kind, count }) => ({ kind, count }));
  };

  it('redirects to the store, which serves the file as the program would', async () => {
    const { url, downloadUrl, previewUrl } = pack.files[1] ?? {};
    const answer = await fetchPath(url);
    expect(answer.status).toBe(302);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      location: expect.stringContaining(`${bucketServer.url}/${bucketServer.bucket}/archives/`),
    });
    for (const [address, type, disposition] of [
      [url, 'image/png', 'attachment; filename=foto.png'],
      [downloadUrl, 'image/png', 'attachment; filename=foto.png'],
      [previewUrl, 'image/webp', 'inline'],
    ]) {
      const fileResponse = await fetchPath(address, { redirect: 'follow' });
      expect(Object.fromEntries(fileResponse.headers)).toMatchObject({
        'content-type': type,
        'content-disposition': disposition,
        'cache-control': 'private, no-store',
      });
      expect((await bytesOf(fileResponse)).length).toBeGreaterThan(0);
    }
  });

  it('has pages that may load pictures and videos from the store, and nothing else', async () => {
    const policy = (await fetchPath('/pagina')).headers.get('content-security-policy') ?? '';
    const bucketDirectives = policy
      .split('; ')
      .filter((directive) => directive.includes(bucketServer.url));
    expect(bucketDirectives.map((directive) => directive.split(' ')[0])).toEqual([
      'img-src',
      'media-src',
    ]);
  });

  it('answers HEAD requests and serves zips itself', async () => {
    const headResponse = await fetchPath(pack.files[0]?.url, { method: 'HEAD' });
    expect(headResponse.status).toBe(200);
    expect(headResponse.headers.get('content-length')).toBe(String(pack.files[0]?.size));
    expect((await fetchPath(pack.zipUrl)).headers.get('content-type')).toBe('application/zip');
  });

  it('serves ranges, and counts downloads that start at the first byte', async () => {
    const countsBefore = await readCounts();
    const headers = { range: 'bytes=100-199' };
    const rangeResponse = await fetchPath(pack.files[0]?.url, { redirect: 'follow', headers });
    expect(rangeResponse.status).toBe(206);
    expect((await bytesOf(rangeResponse)).length).toBe(100);
    expect(await readCounts()).toEqual(countsBefore);
    await fetchPath(pack.files[0]?.url, { headers: { range: 'bytes=0-' } });
    expect(await readCounts()).not.toEqual(countsBefore);
  });

  it('does not redirect a person who may not read the file', async () => {
    const url = pack.files[0]?.url ?? '';
    expect((await fetchPath(`${url.slice(0, -2)}AA`)).status).toBe(404);
    await directApp.pool.query(`UPDATE payments SET service_status = 'refunded' WHERE id = $1`, [
      orderId,
    ]);
    const expiredResponse = await fetchPath(url);
    expect(expiredResponse.status).toBe(404);
    expect(expiredResponse.headers.get('location')).toBeNull();
  });
});
