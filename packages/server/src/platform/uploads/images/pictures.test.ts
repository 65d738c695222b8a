import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import helmet from '@fastify/helmet';
import { pictureSrcSet, pictureURL } from '@guilda/contract/services/pictures';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildJpegWithGps, drawPlainPicture } from '../../../../test/fixtures/data/pictures.ts';
import { openTestFileStore } from '../../../../test/fixtures/server/disk-file-store.ts';
import { type FileStore, StorageUnavailableError } from '../../../ports/file-store.ts';
import { systemIds } from '../../../ports/ids.ts';
import { ok } from '../../result.ts';
import { openTempDir, type TempDir } from '../temp-dir.ts';
import { createImageProcessor, type ImageProcessor } from './image-processor.ts';
import { deletePicture, storePicture } from './pictures.ts';
import { servePictures } from './serve-pictures.ts';

const clock = { now: () => new Date() };
const allowUpload = async () => ok();
let filesFolder: string;
let tempDir: TempDir;
let imageProcessor: ImageProcessor;
let fileStore: FileStore;
let listKeptFiles: () => Promise<string[]>;

beforeAll(async () => {
  filesFolder = await mkdtemp(join(tmpdir(), 'guilda-pictures-'));
  tempDir = await openTempDir(join(filesFolder, 'tmp'), { clock });
  imageProcessor = createImageProcessor({ temp: tempDir, workers: 1 });
});
afterAll(async () => {
  imageProcessor.close();
  await rm(filesFolder, { recursive: true, force: true });
});
beforeEach(async () => {
  ({ files: fileStore, listFiles: listKeptFiles } = await openTestFileStore(
    join(filesFolder, 'files'),
  ));
});
afterEach(async () => {
  await rm(join(filesFolder, 'files'), { recursive: true, force: true });
  for (const leftover of await readdir(tempDir.directory))
    await rm(join(tempDir.directory, leftover));
});

async function uploadPicture(data: Buffer): Promise<{ path: string }> {
  const path = tempDir.newPath();
  await writeFile(path, data);
  return { path };
}

async function storeTestPicture(kind: 'avatar' | 'cover' = 'avatar'): Promise<string> {
  const file = await uploadPicture(await drawPlainPicture(500, 300).png().toBuffer());
  const storeResult = await storePicture(
    { files: fileStore, images: imageProcessor, ids: systemIds },
    allowUpload,
  )(file, kind);
  if (!storeResult.ok) throw new Error(storeResult.code);
  return storeResult.value.photoURL;
}

describe('storing a picture', () => {
  it('stores every width under its URL', async () => {
    const file = await uploadPicture(await buildJpegWithGps());
    const storeResult = await storePicture(
      { files: fileStore, images: imageProcessor, ids: systemIds },
      allowUpload,
    )(file, 'cover');
    expect(storeResult).toMatchObject({
      ok: true,
      value: { width: 600, height: 400, placeholder: expect.stringMatching(/^#/) },
    });
    const photoURL = storeResult.ok ? storeResult.value.photoURL : '';
    expect(photoURL).toMatch(/^\/files\/pictures\/[0-9a-f-]{36}\/1280\.webp$/);
    const addresses = pictureSrcSet(photoURL)?.split(', ') ?? [];
    expect(addresses).toHaveLength(4);
    for (const address of addresses) {
      const [path = '', width = ''] = address.split(' ');
      const storedFile = await fileStore.get(path.slice('/files/'.length));
      const content = storedFile && (await buffer(storedFile.stream));
      expect(content?.includes('SEGREDO')).toBe(false);
      const metadata = await sharp(content ?? undefined).metadata();
      expect(metadata).toMatchObject({
        format: 'webp',
        width: Math.min(600, Number.parseInt(width, 10)),
      });
    }
    expect(await readdir(tempDir.directory)).toHaveLength(1);
    await rm(file.path);
  });

  it('returns a refusal of the content and stores nothing', async () => {
    const file = await uploadPicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    const storeResult = await storePicture(
      { files: fileStore, images: imageProcessor, ids: systemIds },
      allowUpload,
    )(file, 'post');
    expect(storeResult).toMatchObject({ ok: false, code: 'file_type' });
    expect(await listKeptFiles()).toEqual([]);
  });

  it('stores all widths or none', async () => {
    let putCount = 0;
    const failingStore: Pick<FileStore, 'put' | 'deletePrefix'> = {
      deletePrefix: (prefix) => fileStore.deletePrefix(prefix),
      put: async (key, body, fileToStore) => {
        putCount += 1;
        if (putCount !== 2) return fileStore.put(key, body, fileToStore);
        body.destroy();
        throw new StorageUnavailableError();
      },
    };
    const file = await uploadPicture(await drawPlainPicture(500, 300).png().toBuffer());
    const storeResult = await storePicture(
      { files: failingStore, images: imageProcessor, ids: systemIds },
      allowUpload,
    )(file, 'cover');
    expect(storeResult).toMatchObject({ ok: false, code: 'storage_unavailable' });
    expect(putCount).toBe(4);
    expect(await listKeptFiles()).toEqual([]);
    await rm(file.path);
  });

  it('erases all widths, only of own pictures', async () => {
    const [first, second] = [await storeTestPicture(), await storeTestPicture()];
    const remove = deletePicture({ files: fileStore });
    await remove(first);
    await remove(first);
    await remove(null);
    await remove('https://lh3.googleusercontent.com/a/x');
    await remove('/files/pictures/../../384.webp');
    expect(await listKeptFiles()).toHaveLength(3);
    await remove(second);
    expect(await listKeptFiles()).toEqual([]);
  });
});

describe('serving pictures', () => {
  let app: FastifyInstance;
  let hiddenIds: Set<string>;
  afterEach(() => app.close());

  async function startServing(isDenied = false): Promise<void> {
    hiddenIds = new Set();
    app = Fastify();
    await app.register(helmet);
    app.setNotFoundHandler((_, reply) => reply.code(404).send({ code: 'not_found' }));
    app.setErrorHandler((error, _, reply) =>
      reply
        .code(error instanceof StorageUnavailableError ? 503 : 500)
        .send({ code: String(error) }),
    );
    await app.register(servePictures, {
      files: fileStore,
      ...(isDenied
        ? {}
        : { access: async (id: string) => (hiddenIds.has(id) ? null : ('everyone' as const)) }),
    });
  }
  const idOf = (photoURL: string): string => photoURL.split('/')[3] ?? '';

  it('sends them with headers that prevent scripts and allow caching', async () => {
    await startServing();
    const url = await storeTestPicture();
    const response = await app.inject(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(response.rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${idOf(url)}-384"`,
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 300, height: 300 });
  });

  it('answers HEAD without a body and with the same headers', async () => {
    await startServing();
    const url = await storeTestPicture();
    const [get, head] = [await app.inject(url), await app.inject({ method: 'HEAD', url })];
    expect(head.statusCode).toBe(200);
    expect(head.rawPayload).toHaveLength(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  });

  it('answers 304 to a reader who has the picture', async () => {
    await startServing();
    const url = await storeTestPicture();
    const tag = `"${idOf(url)}-384"`;
    for (const knownTags of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const response = await app.inject({ method, url, headers: { 'if-none-match': knownTags } });
        expect(response.statusCode, knownTags).toBe(304);
        expect(response.rawPayload).toHaveLength(0);
        expect(response.headers).toMatchObject({
          etag: tag,
          'cache-control': expect.stringContaining('immutable'),
        });
      }
    }
    const otherTagResponse = await app.inject({ url, headers: { 'if-none-match': '"other"' } });
    expect(otherTagResponse.statusCode).toBe(200);
  });

  it('answers 404 for a hidden picture', async () => {
    await startServing();
    const url = await storeTestPicture();
    hiddenIds.add(idOf(url));
    for (const headers of [{}, { 'if-none-match': '*' }]) {
      for (const method of ['GET', 'HEAD'] as const) {
        const response = await app.inject({ method, url, headers });
        expect(response.statusCode).toBe(404);
        expect(response.headers['cache-control']).toBeUndefined();
        expect(response.headers.etag).toBeUndefined();
      }
    }
  });

  it('serves nothing without an access function', async () => {
    await startServing(true);
    expect((await app.inject(await storeTestPicture())).statusCode).toBe(404);
  });

  it('answers 404 at other addresses', async () => {
    await startServing();
    const url = await storeTestPicture();
    const id = idOf(url);
    await mkdir(join(filesFolder, 'files', 'objects', 'other'), { recursive: true });
    await writeFile(join(filesFolder, 'files', 'objects', 'other', '384.webp'), 'secret');
    for (const otherUrl of [
      pictureURL(id, 1280),
      pictureURL(id, 97),
      pictureURL(id.toUpperCase(), 384),
      pictureURL(systemIds.uuid(), 384),
      `/files/pictures/${id}/384.webp.webp`,
      `/files/pictures/${id}/384.WEBP`,
      `/files/pictures/${id}/384`,
      `/files/pictures/${id}/384.webp%00`,
      `/files/pictures/${id}/`,
      '/files/pictures/..%2fother/384.webp',
      '/files/pictures/%2e%2e/other/384.webp',
      `/files/pictures/${id}%2f../384.webp`,
    ]) {
      const response = await app.inject(otherUrl);
      expect(response.statusCode, otherUrl).toBe(404);
      expect(response.json()).toMatchObject({ code: 'not_found' });
    }
    expect((await app.inject({ method: 'POST', url })).statusCode).toBe(404);
  });

  it('reports an unavailable storage', async () => {
    await startServing();
    const url = await storeTestPicture();
    await rm(join(filesFolder, 'files'), { recursive: true });
    expect((await app.inject(url)).statusCode).toBe(503);
    expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(503);
  });
});
