import { readdirSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import type { Archive, Pack } from '@guilda/contract/packs';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placedJpeg, placedMp4, placedPng } from '../../../test/archives.ts';
import { refusal, startTestApp, type TestApp, type TestPerson } from '../../../test/harness.ts';
import { type PacksRig, packsRig } from '../../../test/packs-rig.ts';
import { zipEntries } from '../../../test/zip-entries.ts';

const NAMES = ['praia "à" noite.jpg', 'filme.mp4', 'foto.mp4', 'FOTO.MP4.png'];

let app: TestApp;
let rig: PacksRig;
let seller: TestPerson;
let buyer: TestPerson;
let serviceId: string;
let paymentId: string;
let pack: Pack;
let contents: Buffer[];

/** The bytes that are kept of a file. */
async function keptOf({ id, type }: Archive): Promise<Buffer> {
  const extension = {
    'image/jpeg': 'jpg',
    'image/png': 'png',
    'image/gif': 'gif',
    'video/mp4': 'mp4',
  };
  return readFile(join(app.dataDir, 'files/objects/archives', id, `file.${extension[type]}`));
}

beforeAll(async () => {
  app = await startTestApp();
  rig = packsRig(app);
  seller = await rig.newPerson('Vende');
  buyer = await rig.newPerson('Compra');
  const video = placedMp4({ sample: Buffer.alloc(8 * 1024 * 1024, 'vídeo') });
  const files = [await placedJpeg(6), video, await placedPng(), await placedPng()];
  const sent: Archive[] = [];
  for (const [n, file] of files.entries()) sent.push(await rig.send(seller, file, NAMES[n]));
  contents = await Promise.all(sent.map(keptOf));
  serviceId = await rig.serviceWith(
    seller,
    sent.map(({ id }) => id),
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  paymentId = await rig.buy(buyer, seller, serviceId, { product_name: 'Férias: 100% "minhas"' });
  pack = await rig.bought(buyer, paymentId, serviceId);
});

const fileAt = (n: number) => {
  const file = pack.files[n];
  if (!file) throw new Error(`no file ${n}`);
  return file;
};
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const downloads = async (person = seller) =>
  (await person.api.packs.listDownloads({ params: { id: paymentId } })).downloads;

describe('a file of a pack', () => {
  it('goes out whole, by its content, and is kept by no cache', async () => {
    const response = await app.fetch(fileAt(0).url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(contents[0]?.length),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="praia ? noite.jpg"; filename*=UTF-8''praia%20%C3%A0%20noite.jpg`,
    });
    expect((await bytesOf(response)).equals(contents[0] ?? Buffer.alloc(0))).toBe(true);
  });

  it('is saved under a name that tells what it is', async () => {
    const saved = await app.fetch(fileAt(2).downloadUrl);
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename=foto.mp4.png');
    expect(saved.headers.get('content-type')).toBe('image/png');
    await saved.arrayBuffer();
  });

  it('has a small picture, without metadata', async () => {
    const response = await app.fetch(fileAt(0).previewUrl ?? '');
    expect(response.headers.get('content-type')).toBe('image/webp');
    const { width, height, exif } = await sharp(await bytesOf(response)).metadata();
    expect({ width, height, exif }).toEqual({ width: 48, height: 64, exif: undefined });
  });

  it('answers HEAD with what GET would say', async () => {
    for (const url of [fileAt(1).url, fileAt(1).downloadUrl]) {
      const head = await app.fetch(url, { method: 'HEAD', headers: { range: 'bytes=5-9' } });
      expect(head.status).toBe(200);
      expect(head.headers.get('content-length')).toBe(String(contents[1]?.length));
      expect(await head.text()).toBe('');
    }
    expect((await app.fetch(pack.zipUrl, { method: 'HEAD' })).status).toBe(200);
    expect(await downloads()).toEqual([]);
  });

  it('is given to GET and HEAD alone', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await app.fetch(fileAt(0).url, { method })).status).toBe(404);
    }
  });

  const size = () => contents[0]?.length ?? 0;
  it.each<[string, () => [number, number, number | null, number | null]]>([
    ['bytes=0-', () => [206, 0, size() - 1, size()]],
    ['bytes=0-0', () => [206, 0, 0, size()]],
    ['bytes=10-19', () => [206, 10, 19, size()]],
    ['bytes=-5', () => [206, size() - 5, size() - 1, size()]],
    ['bytes=5-99999999', () => [206, 5, size() - 1, size()]],
    ['bytes=99999999-', () => [416, 0, null, size()]],
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
    const expectedBody = contents[0]?.subarray(start, (end ?? size() - 1) + 1);
    expect(body.equals(expectedBody ?? Buffer.alloc(0))).toBe(true);
  });

  it('begins again when the part asked for is of another file', async () => {
    const range = 'bytes=10-19';
    const etag = (await app.fetch(fileAt(0).url, { method: 'HEAD' })).headers.get('etag') ?? '';
    const ask = async (ifRange: string) => {
      const headers = { range, 'if-range': ifRange };
      const response = await app.fetch(fileAt(0).url, { headers });
      await response.arrayBuffer();
      return response.status;
    };
    expect(await ask(etag)).toBe(206);
    expect(await ask('"outro"')).toBe(200);
  });
});

/** Files of the storage that this process holds open. */
function openFiles(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('/archives/');
    } catch {
      return false;
    }
  }).length;
}

/** Begins to read an address and goes away in the middle. */
function breakOff(url: string): Promise<void> {
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
  it('are saved as one zip under safe names of their own', async () => {
    const response = await app.fetch(pack.zipUrl);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="F?rias 100% minhas.zip"; filename*=UTF-8''F%C3%A9rias%20100%25%20minhas.zip`,
    });
    const zip = await bytesOf(response);
    expect(response.headers.get('content-length')).toBe(String(zip.length));
    const entries = zipEntries(zip);
    expect(entries.map(({ name }) => name)).toEqual([
      'praia à noite.jpg',
      'filme.mp4',
      'foto.mp4.png',
      'FOTO.MP4 (2).png',
    ]);
    expect(entries.map(({ bytes }, n) => contents[n]?.equals(bytes))).toEqual(Array(4).fill(true));
  });

  it('and each of them let go of their files when the reader goes away', async () => {
    await breakOff(pack.zipUrl);
    await breakOff(fileAt(1).url);
    await expect.poll(openFiles).toBe(0);
  });
});

describe('the download log', () => {
  it('counts what the buyer opens and saves from its beginning', async () => {
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
    expect(await downloads()).toMatchObject([
      { archiveId: null, kind: 'zip', count: 1, name: 'Férias 100% minhas.zip' },
      { archiveId: fileAt(0).id, kind: 'file', count: 1, name: 'praia à noite.jpg' },
      { archiveId: fileAt(1).id, kind: 'view', count: 2, name: 'filme.mp4' },
    ]);
    expect(await downloads(buyer)).toEqual(await downloads());
    expect(await downloads(await app.admin())).toEqual(await downloads());
  });

  it('counts nothing of what the seller looks at', async () => {
    const own = await rig.own(seller, serviceId);
    for (const url of [own.files[0]?.url ?? '', own.zipUrl]) {
      await (await app.fetch(url)).arrayBuffer();
    }
    expect(await downloads()).toEqual([]);
  });

  it('is nothing that a stranger can know of', async () => {
    const stranger = await rig.newPerson('Passa');
    const call = stranger.api.packs.listDownloads({ params: { id: paymentId } });
    expect((await refusal(call)).code).toBe('order_not_found');
  });
});
