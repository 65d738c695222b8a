import { readdirSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import type { Archive, Pack } from '@guilda/contract/services/packs';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readZipEntries } from '../../../test/fixtures/checks/zip-entries.ts';
import {
  buildJpegWithLocation,
  buildMp4WithLocation,
  buildPngWithLocation,
} from '../../../test/fixtures/data/media-files.ts';
import {
  createPacksFixture,
  type PacksFixture,
} from '../../../test/fixtures/modules/packs-fixture.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';

const FILE_NAMES = ['praia "à" noite.jpg', 'filme.mp4', 'foto.mp4', 'FOTO.MP4.png'];

let app: TestApp;
let fixture: PacksFixture;
let seller: TestPerson;
let buyer: TestPerson;
let serviceId: string;
let orderId: string;
let pack: Pack;
let fileContents: Buffer[];

/** Reads the stored bytes of a pack file. */
async function readStoredFile({ id, type }: Archive): Promise<Buffer> {
  const extensionByType = {
    'image/jpeg': 'jpg',
    'image/png': 'png',
    'image/gif': 'gif',
    'video/mp4': 'mp4',
  };
  return readFile(join(app.dataDir, 'files/objects/archives', id, `file.${extensionByType[type]}`));
}

beforeAll(async () => {
  app = await startTestApp();
  fixture = createPacksFixture(app);
  seller = await fixture.signInNewPerson('Vende');
  buyer = await fixture.signInNewPerson('Compra');
  const video = buildMp4WithLocation({ sample: Buffer.alloc(8 * 1024 * 1024, 'vídeo') });
  const files = [
    await buildJpegWithLocation(6),
    video,
    await buildPngWithLocation(),
    await buildPngWithLocation(),
  ];
  const sentFiles: Archive[] = [];
  for (const [n, file] of files.entries())
    sentFiles.push(await fixture.send(seller, file, FILE_NAMES[n]));
  fileContents = await Promise.all(sentFiles.map(readStoredFile));
  serviceId = await fixture.buildServiceWith(
    seller,
    sentFiles.map(({ id }) => id),
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  orderId = await fixture.buy(buyer, seller, serviceId, {
    product_name: 'Férias: 100% "minhas"',
  });
  pack = await fixture.getBoughtPack(buyer, orderId, serviceId);
});

const fileAt = (n: number) => {
  const file = pack.files[n];
  if (!file) throw new Error(`no file ${n}`);
  return file;
};
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const readDownloadLog = async (person = seller) =>
  (await person.api.packs.listDownloads({ params: { id: orderId } })).downloads;

describe('opening a pack', () => {
  const paymentOf = async () =>
    (await buyer.api.orders.getPayment({ params: { id: orderId } })).payment;

  it.each([
    ['a preview', () => app.fetch(fileAt(0).previewUrl ?? '')],
    ['a file', () => app.fetch(fileAt(1).url)],
    ['a part', () => app.fetch(fileAt(1).url, { headers: { range: 'bytes=5-9' } })],
    ['a download', () => app.fetch(fileAt(2).downloadUrl)],
    ['the zip', () => app.fetch(pack.zipUrl)],
  ])('is recorded with %s, and ends the right to take the order back', async (_what, openFile) => {
    expect(await paymentOf()).toMatchObject({ packOpened: false });
    await (await openFile()).arrayBuffer();
    expect(await paymentOf()).toMatchObject({ packOpened: true });
    const refunding = buyer.api.orders.refundPayment({ params: { id: orderId } });
    expect(await errorOfCall(refunding)).toMatchObject({ status: 409, code: 'pack_opened' });
  });

  it('is recorded by the database too, for nodes of the version before', async () => {
    await app.pool.query(
      `INSERT INTO pack_downloads (payment_id, archive_id, kind) VALUES ($1, $2, 'file')`,
      [orderId, fileAt(0).id],
    );
    expect(await paymentOf()).toMatchObject({ packOpened: true });
  });

  it('is not recorded by asking for its size or for what is not there, nor by its owner', async () => {
    await app.fetch(fileAt(0).url, { method: 'HEAD' });
    const responseBeyondEnd = await app.fetch(fileAt(0).url, {
      headers: { range: 'bytes=999999999-' },
    });
    expect(responseBeyondEnd.status).toBe(416);
    const ownPack = await seller.api.packs.getOwnPack({ params: { serviceId } });
    await (await app.fetch(ownPack.files[0]?.url ?? '')).arrayBuffer();
    expect(await paymentOf()).toMatchObject({ packOpened: false });
  });
});

describe('a file of a pack', () => {
  it('is served completely, with the type of its content, and is not cached', async () => {
    const response = await app.fetch(fileAt(0).url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(fileContents[0]?.length),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="praia ? noite.jpg"; filename*=UTF-8''praia%20%C3%A0%20noite.jpg`,
    });
    expect((await bytesOf(response)).equals(fileContents[0] ?? Buffer.alloc(0))).toBe(true);
  });

  it('is downloaded under a name that matches its type', async () => {
    const downloadResponse = await app.fetch(fileAt(2).downloadUrl);
    expect(downloadResponse.headers.get('content-disposition')).toBe(
      'attachment; filename=foto.mp4.png',
    );
    expect(downloadResponse.headers.get('content-type')).toBe('image/png');
    await downloadResponse.arrayBuffer();
  });

  it('has a preview without metadata', async () => {
    const response = await app.fetch(fileAt(0).previewUrl ?? '');
    expect(response.headers.get('content-type')).toBe('image/webp');
    const { width, height, exif } = await sharp(await bytesOf(response)).metadata();
    expect({ width, height, exif }).toEqual({ width: 48, height: 64, exif: undefined });
  });

  it('answers HEAD like GET', async () => {
    for (const url of [fileAt(1).url, fileAt(1).downloadUrl]) {
      const answer = await app.fetch(url, { method: 'HEAD', headers: { range: 'bytes=5-9' } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-length')).toBe(String(fileContents[1]?.length));
      expect(await answer.text()).toBe('');
    }
    expect((await app.fetch(pack.zipUrl, { method: 'HEAD' })).status).toBe(200);
    expect(await readDownloadLog()).toEqual([]);
  });

  it('accepts GET and HEAD only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await app.fetch(fileAt(0).url, { method })).status).toBe(404);
    }
  });

  const firstFileSize = () => fileContents[0]?.length ?? 0;
  it.each<[string, () => [number, number, number | null, number | null]]>([
    ['bytes=0-', () => [206, 0, firstFileSize() - 1, firstFileSize()]],
    ['bytes=0-0', () => [206, 0, 0, firstFileSize()]],
    ['bytes=10-19', () => [206, 10, 19, firstFileSize()]],
    ['bytes=-5', () => [206, firstFileSize() - 5, firstFileSize() - 1, firstFileSize()]],
    ['bytes=5-99999999', () => [206, 5, firstFileSize() - 1, firstFileSize()]],
    ['bytes=99999999-', () => [416, 0, null, firstFileSize()]],
    ['bytes=9-5', () => [200, 0, null, null]],
    ['bytes=0-1,4-5', () => [200, 0, null, null]],
    ['pedaços=0-1', () => [200, 0, null, null]],
  ])('answers Range %s', async (range, expected) => {
    const [status, start, end, whole] = expected();
    const response = await app.fetch(fileAt(0).url, { headers: { range: encodeURI(range) } });
    const body = await bytesOf(response);
    expect(response.status).toBe(status);
    const contentRange = end === null ? `bytes */${whole}` : `bytes ${start}-${end}/${whole}`;
    expect(response.headers.get('content-range')).toBe(whole === null ? null : contentRange);
    if (status === 416) return;
    const expectedBody = fileContents[0]?.subarray(start, (end ?? firstFileSize() - 1) + 1);
    expect(body.equals(expectedBody ?? Buffer.alloc(0))).toBe(true);
  });

  it('is served completely when the requested range is of another file', async () => {
    const range = 'bytes=10-19';
    const etag = (await app.fetch(fileAt(0).url, { method: 'HEAD' })).headers.get('etag') ?? '';
    const fetchRange = async (ifRange: string) => {
      const headers = { range, 'if-range': ifRange };
      const response = await app.fetch(fileAt(0).url, { headers });
      await response.arrayBuffer();
      return response.status;
    };
    expect(await fetchRange(etag)).toBe(206);
    expect(await fetchRange('"outro"')).toBe(200);
  });
});

/** Number of storage files that this process has open. */
function countOpenFiles(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('/archives/');
    } catch {
      return false;
    }
  }).length;
}

/** Begins to read an address and disconnects. */
function disconnectWhileReading(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(app.url + url, (response) => {
      response.once('data', () => {
        response.destroy();
        resolve();
      });
      response.on('error', () => undefined);
    });
    request.on('error', reject);
    request.end();
  });
}

describe('all files of a pack', () => {
  it('are downloaded as one zip under safe, unique names', async () => {
    const response = await app.fetch(pack.zipUrl);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="F?rias 100% minhas.zip"; filename*=UTF-8''F%C3%A9rias%20100%25%20minhas.zip`,
    });
    const zip = await bytesOf(response);
    expect(response.headers.get('content-length')).toBe(String(zip.length));
    const zipEntries = readZipEntries(zip);
    expect(zipEntries.map(({ name }) => name)).toEqual([
      'praia à noite.jpg',
      'filme.mp4',
      'foto.mp4.png',
      'FOTO.MP4 (2).png',
    ]);
    expect(zipEntries.map(({ bytes }, n) => fileContents[n]?.equals(bytes))).toEqual(
      Array(4).fill(true),
    );
  });

  it('close their files when the reader disconnects', async () => {
    await disconnectWhileReading(pack.zipUrl);
    await disconnectWhileReading(fileAt(1).url);
    await expect.poll(countOpenFiles).toBe(0);
  });
});

describe('the download log', () => {
  it('counts views and downloads of the buyer that start at the first byte', async () => {
    const read = async (url: string, range?: string) => {
      const response = await app.fetch(url, range ? { headers: { range } } : {});
      await response.arrayBuffer();
    };
    await read(fileAt(1).url);
    await read(fileAt(1).url, 'bytes=0-99');
    await read(fileAt(1).url, 'bytes=100-199');
    await read(fileAt(0).previewUrl ?? '');
    await read(fileAt(0).downloadUrl);
    await read(pack.zipUrl);
    expect(await readDownloadLog()).toMatchObject([
      { archiveId: null, kind: 'zip', count: 1, name: 'Férias 100% minhas.zip' },
      { archiveId: fileAt(0).id, kind: 'file', count: 1, name: 'praia à noite.jpg' },
      { archiveId: fileAt(1).id, kind: 'view', count: 2, name: 'filme.mp4' },
    ]);
    expect(await readDownloadLog(buyer)).toEqual(await readDownloadLog());
    expect(await readDownloadLog(await app.signInAdmin())).toEqual(await readDownloadLog());
  });

  it('does not count the seller', async () => {
    const ownPack = await fixture.getOwnPack(seller, serviceId);
    for (const url of [ownPack.files[0]?.url ?? '', ownPack.zipUrl]) {
      await (await app.fetch(url)).arrayBuffer();
    }
    expect(await readDownloadLog()).toEqual([]);
  });

  it('does not exist for strangers', async () => {
    const stranger = await fixture.signInNewPerson('Passa');
    const call = stranger.api.packs.listDownloads({ params: { id: orderId } });
    expect((await errorOfCall(call)).code).toBe('order_not_found');
  });
});
