import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Archive } from '@guilda/contract/services/packs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPackFile } from '../../../test/fixtures/data/builders.ts';
import {
  buildGifWithLocation,
  buildHugePng,
  buildJpegWithLocation,
  buildMp4WithLocation,
  buildPngWithLocation,
  GPS_POSITION,
} from '../../../test/fixtures/data/media-files.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';

const MiB = 1024 * 1024;

let app: TestApp;
let seller: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ env: { MAX_ARCHIVE_MB: '1.5' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  seller = await app.signIn(`Vende-${randomUUID().slice(0, 8)}`);
});

function buildForm(content: Buffer | string, name = 'foto.jpg', fieldName = 'file'): FormData {
  const form = new FormData();
  const body = typeof content === 'string' ? content : new Uint8Array(content);
  form.append(fieldName, new Blob([body]), name);
  return form;
}

interface UploadAnswer {
  readonly archive: Archive;
  readonly code?: string;
}

async function sendFile(content: Buffer | string, name?: string) {
  const response = await seller.fetch('/api/archives', {
    method: 'POST',
    body: buildForm(content, name),
  });
  return { status: response.status, body: (await response.json()) as UploadAnswer };
}

async function listFilesBelow(folder: string): Promise<string[]> {
  const rootFolder = join(app.dataDir, folder);
  const entries = await readdir(rootFolder, { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Reads the rows and lists the files that exist now, to find what an upload has left behind. */
async function readTraces() {
  const { rows } = await app.pool.query('SELECT id FROM archives WHERE owner_id = $1', [
    seller.uid,
  ]);
  return {
    rows: rows.length,
    stored: await listFilesBelow('files'),
    temp: await listFilesBelow('tmp'),
  };
}

describe('sending a file of a pack', () => {
  it.each([
    ['image/jpeg', 'JPG', buildJpegWithLocation],
    ['image/png', 'PNG', buildPngWithLocation],
    ['image/gif', 'GIF', buildGifWithLocation],
    ['video/mp4', 'MP4', async () => buildMp4WithLocation()],
  ] as const)('keeps %s without a byte of its place', async (type, kind, buildFile) => {
    const { status, body } = await sendFile(await buildFile(), 'lugar.bin');
    expect({ status, archive: body.archive }).toMatchObject({
      status: 201,
      archive: { name: 'lugar.bin', type, kind },
    });
    const storedPaths = (await listFilesBelow('files')).filter((path) =>
      path.includes(body.archive.id),
    );
    expect(storedPaths).toHaveLength(kind === 'MP4' ? 1 : 2);
    for (const path of storedPaths)
      expect((await readFile(path)).includes(GPS_POSITION)).toBe(false);
    expect((await readTraces()).temp).toEqual([]);
    const { archives, maxBytes } = await seller.api.packs.listArchives();
    expect(archives).toEqual([body.archive]);
    expect(maxBytes).toBe(1.5 * MiB);
  });

  it('uses the content, not the name, for the type', async () => {
    const { body } = await sendFile(await buildPngWithLocation(), 'filme.mp4');
    expect(body.archive).toMatchObject({ type: 'image/png', kind: 'PNG', name: 'filme.mp4' });
  });

  it.each([
    ['../../etc/senha.png', 'senha.png'],
    ['..\\..\\senha.png', 'senha.png'],
    ['a\u202Egpj.png', 'agpj.png'],
  ])('makes the name %j harmless', async (name, expected) => {
    const { status, body } = await sendFile(await buildPngWithLocation(), name);
    expect({ status, name: body.archive.name }).toEqual({ status: 201, name: expected });
  });
});

describe('a refused file leaves nothing behind:', () => {
  const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');
  it.each<[string, string, () => Promise<Buffer | string> | Buffer | string]>([
    ['file_type', 'HTML called .jpg', () => '<html><script>alert(1)</script></html>'],
    ['file_type', 'SVG', () => '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['file_type', 'a zip', () => Buffer.from(`PK\x03\x04${'0'.repeat(500)}`)],
    ['file_type', 'QuickTime', () => buildMp4WithLocation({ brand: 'qt  ' })],
    [
      'file_type',
      'a cut-off video',
      () => buildMp4WithLocation({ sample: Buffer.alloc(9000) }).subarray(0, 5000),
    ],
    ['file_type', 'a cut-off photo', async () => (await buildJpegWithLocation()).subarray(0, 400)],
    [
      'file_type',
      'the head of a PNG before a page',
      () => Buffer.concat([pngSignature, Buffer.from('<html>')]),
    ],
    ['file_type', 'a PNG whose data is none', async () => corruptPng(await buildPngWithLocation())],
    ['file_too_large', '256 megapixels', buildHugePng],
    [
      'file_too_large',
      'too many bytes',
      () => buildMp4WithLocation({ sample: Buffer.alloc(2 * MiB) }),
    ],
    ['invalid_input', 'nothing at all', () => ''],
  ])('%s: %s', async (code, _, buildFile) => {
    const tracesBefore = await readTraces();
    const { status, body } = await sendFile(
      await buildFile(),
      code === 'invalid_input' ? '' : undefined,
    );
    expect(body.code).toBe(code);
    expect(status).toBeLessThan(500);
    expect(await readTraces()).toEqual(tracesBefore);
  });

  /** Corrupts the compressed data but keeps valid checksums. */
  function corruptPng(png: Buffer): Buffer {
    const dataOffset = png.indexOf('IDAT');
    png.fill(0xee, dataOffset + 4, dataOffset + 14);
    return png;
  }

  it('a name with NUL', async () => {
    const tracesBefore = await readTraces();
    const body = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a\0.png"\r\n\r\n'),
      await buildPngWithLocation(),
      Buffer.from('\r\n--x--\r\n'),
    ]);
    const response = await seller.fetch('/api/archives', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: new Uint8Array(body),
    });
    expect(((await response.json()) as UploadAnswer).code).toBe('invalid_text');
    expect(await readTraces()).toEqual(tracesBefore);
  });

  it('a body that ends half way', async () => {
    const tracesBefore = await readTraces();
    const { port } = new URL(app.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/archives HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${seller.tokens.accessToken}\r\n` +
        'content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n' +
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
    );
    socket.write(Buffer.alloc(200_000, 1));
    await expect.poll(() => listFilesBelow('tmp')).toHaveLength(1);
    socket.destroy();
    await expect.poll(() => listFilesBelow('tmp')).toEqual([]);
    expect(await readTraces()).toEqual(tracesBefore);
  });
});

describe('waiting files', () => {
  it('are at most 100, also with concurrent uploads', async () => {
    for (let n = 0; n < 96; n += 1) await buildPackFile(app.pool, seller.uid);
    const png = await buildPngWithLocation();
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendFile(png)));
    const codes = answers.map(({ status, body }) => (status === 201 ? 'kept' : body.code));
    expect(codes.toSorted()).toEqual([
      ...Array(4).fill('kept'),
      ...Array(4).fill('too_many_archives'),
    ]);
    expect((await readTraces()).rows).toBe(100);
    expect((await seller.api.packs.listArchives()).archives).toHaveLength(100);
  });

  it('can be removed by their owner only, file and row', async () => {
    const tracesBefore = await readTraces();
    const { body } = await sendFile(await buildPngWithLocation());
    const params = { id: body.archive.id };
    const stranger = await app.signIn('Estranha');
    const removalErrorOf = (person: TestPerson) =>
      errorOfCall(person.api.packs.removeArchive({ params }));
    expect((await removalErrorOf(stranger)).code).toBe('archive_not_found');
    await seller.api.packs.removeArchive({ params });
    expect(await readTraces()).toEqual(tracesBefore);
    expect((await removalErrorOf(seller)).code).toBe('archive_not_found');
  });
});
