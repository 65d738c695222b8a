import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { errors } from '@guilda/contract/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPackFile } from '../../../test/fixtures/data/builders.ts';
import { buildMp4WithLocation } from '../../../test/fixtures/data/media-files.ts';
import { buildPng, drawNoisePicture } from '../../../test/fixtures/data/pictures.ts';
import { createPostsFixture } from '../../../test/fixtures/modules/posts-fixture.ts';
import {
  createServicesFixture,
  drawPhoto,
} from '../../../test/fixtures/modules/services-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';

const MiB = 1024 ** 2;
const GiB = 1024 * MiB;

const QUOTA_BYTES = 4 * MiB;
const WAITING_BYTES = 2.5 * MiB;

let app: TestApp;
let servicesFixture: ReturnType<typeof createServicesFixture>;
let person: TestPerson;

beforeAll(async () => {
  app = await startTestApp({
    env: {
      STORAGE_PER_PERSON_GB: String(QUOTA_BYTES / GiB),
      STORAGE_WAITING_GB: String(WAITING_BYTES / GiB),
      MAX_ARCHIVE_MB: '3',
      UPLOADS_PER_PERSON: '3',
    },
  });
  servicesFixture = createServicesFixture(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  person = await app.signIn(`Vende-${randomUUID().slice(0, 8)}`);
});

/** A video of about this many bytes. */
const buildVideo = (bytes: number) => buildMp4WithLocation({ sample: Buffer.alloc(bytes, 0xab) });

async function uploadVideo(content: Uint8Array | Buffer, uploader = person) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'video.mp4');
  const response = await uploader.fetch('/api/archives', { method: 'POST', body: form });
  const body = (await response.json()) as {
    code?: string;
    error?: string;
    archive?: { id: string };
  };
  return {
    status: response.status,
    code: body.code ?? 'kept',
    text: body.error,
    retryAfter: response.headers.get('retry-after'),
    ...body,
  };
}

const readStorage = async (who = person) => {
  const response = await who.fetch('/api/users/me/storage');
  expect(response.status).toBe(200);
  return (await response.json()) as { used: number; waiting: number; limit: number };
};

async function measureFolder(folder: string): Promise<{ files: number; bytes: number }> {
  const root = join(app.dataDir, folder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return { files: paths.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Number of bytes that are written to the storage folder while `runUpload` runs. */
async function countAddedBytes(runUpload: () => Promise<unknown>): Promise<number> {
  const before = (await measureFolder('files')).bytes;
  await runUpload();
  return (await measureFolder('files')).bytes - before;
}

const reservationCount = async () =>
  (await app.pool.query('SELECT FROM uploads WHERE owner_id = $1', [person.uid])).rowCount;

/** Sends the headers and the beginning of a file and then pauses. */
function startUpload(
  framingHeader: string,
  { content = 1_000, path = '/api/archives' } = {},
): Socket {
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.setEncoding('latin1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${person.tokens.accessToken}\r\n` +
      `content-type: multipart/form-data; boundary=x\r\n${framingHeader}\r\n\r\n`,
  );
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n';
  if (content > 0)
    sendPiece(socket, framingHeader, Buffer.concat([Buffer.from(head), Buffer.alloc(content)]));
  return socket;
}

function sendPiece(socket: Socket, framingHeader: string, bytes: Buffer): void {
  if (!framingHeader.startsWith('transfer')) return void socket.write(bytes);
  socket.write(`${bytes.length.toString(16)}\r\n`);
  socket.write(bytes);
  socket.write('\r\n');
}

const CHUNKED_ENCODING = 'transfer-encoding: chunked';

async function answerOf(socket: Socket): Promise<{ status: number; code?: string }> {
  let seen = '';
  for await (const piece of socket) {
    seen += piece;
    const body = seen.split('\r\n\r\n')[1];
    if (body?.includes('}')) break;
  }
  const code = /"code":"(\w+)"/.exec(seen)?.[1];
  return { status: Number(seen.slice(9, 12)), ...(code ? { code } : {}) };
}

const drawBigPicture = () => drawNoisePicture(400, 400).png().toBuffer();

describe('the storage of a person', () => {
  it('is the sum of all stored files, shown to its owner only', async () => {
    expect(await readStorage()).toEqual({
      used: 0,
      waiting: 0,
      limit: QUOTA_BYTES,
      waitingLimit: WAITING_BYTES,
    });
    const cover = await countAddedBytes(() => servicesFixture.publish(person, {}, {}));
    expect(await readStorage()).toMatchObject({ used: cover, waiting: 0 });
    const pack = await countAddedBytes(() =>
      servicesFixture.publish(
        person,
        { type: 'media' },
        { archives: [buildVideo(300_000), photoBytes] },
      ),
    );
    expect(await readStorage()).toMatchObject({ used: cover + pack, waiting: 0 });
    const post = await countAddedBytes(() =>
      createPostsFixture(app).publish(person, {}, { photo: photoBytes }),
    );
    const form = new FormData();
    form.set('photo', new Blob([new Uint8Array(photoBytes)]), 'eu.png');
    const avatar = await countAddedBytes(() =>
      person.fetch('/api/users/', { method: 'PATCH', body: form }),
    );
    const waiting = await countAddedBytes(() => uploadVideo(buildVideo(200_000)));
    const used = cover + pack + post + avatar + waiting;
    expect(await readStorage()).toMatchObject({ used, waiting });
    expect(Math.min(cover, pack, post, avatar, waiting)).toBeGreaterThan(0);
    expect(await readStorage(await app.signIn('Outra'))).toMatchObject({ used: 0, waiting: 0 });
    expect((await app.fetch('/api/users/me/storage')).status).toBe(401);
  });

  let photoBytes: Buffer;
  beforeAll(async () => {
    photoBytes = await drawPhoto();
  });

  it('counts rows without a stored size', async () => {
    await buildPackFile(app.pool, person.uid, { size: 700_000, stored_bytes: null });
    expect(await readStorage()).toMatchObject({ used: 700_000, waiting: 700_000 });
  });
});

describe('waiting files', () => {
  it('are refused beyond their limit with advice, and free space when removed', async () => {
    const first = await uploadVideo(buildVideo(MiB));
    expect(first.code).toBe('kept');
    expect((await uploadVideo(buildVideo(MiB))).code).toBe('kept');
    const refused = await uploadVideo(buildVideo(MiB));
    expect(refused).toMatchObject({ status: 413, code: 'storage_full' });
    expect(refused.text).toMatch(/Publique o serviço ou remova/);
    await person.fetch(`/api/archives/${first.archive?.id}`, { method: 'DELETE' });
    expect((await uploadVideo(buildVideo(MiB))).code).toBe('kept');
    expect(await reservationCount()).toBe(0);
    expect((await measureFolder('tmp')).files).toBe(0);
  });

  it('do not prevent their owner from publishing them with a picture, or another picture', async () => {
    const files = [
      await uploadVideo(buildVideo(1.2 * MiB)),
      await uploadVideo(buildVideo(1.2 * MiB)),
    ];
    const archiveIds = files.map(({ archive }) => archive?.id).join(',');
    const big = await drawBigPicture();
    const form = new FormData();
    form.set('photo', new Blob([new Uint8Array(big)]), 'eu.png');
    const avatar = await person.fetch('/api/users/', { method: 'PATCH', body: form });
    expect(avatar.status).toBe(200);
    const fields = { type: 'media', archiveIds } as const;
    expect((await servicesFixture.post(person, fields, { image: big })).status).toBe(201);
    expect(await readStorage()).toMatchObject({ waiting: 0 });
  });

  it('are refused by their announced length before any of their bytes is written', async () => {
    await uploadVideo(buildVideo(2 * MiB));
    const socket = startUpload(`content-length: ${MiB}`, { content: 0 });
    expect(await answerOf(socket)).toEqual({ status: 413, code: 'storage_full' });
    socket.destroy();
    expect((await measureFolder('tmp')).files).toBe(0);
  });

  it('are aborted during the upload when they announced no length', async () => {
    await uploadVideo(buildVideo(2 * MiB));
    const socket = startUpload(CHUNKED_ENCODING);
    for (let n = 0; n < 16; n += 1) sendPiece(socket, CHUNKED_ENCODING, Buffer.alloc(MiB / 16));
    expect(await answerOf(socket)).toEqual({ status: 413, code: 'storage_full' });
    socket.destroy();
    await expect.poll(() => measureFolder('tmp')).toEqual({ files: 0, bytes: 0 });
    await expect.poll(reservationCount).toBe(0);
  });
});

describe('the total storage', () => {
  const fill = async (bytes: number) => {
    const service = await servicesFixture.publish(
      person,
      { type: 'media' },
      { archives: [buildVideo(bytes / 2), buildVideo(bytes / 2)] },
    );
    return service.id;
  };

  it('cannot grow beyond the limit at any endpoint, and no file is left', async () => {
    await fill(2.2 * MiB);
    await fill(1.7 * MiB);
    const before = await measureFolder('files');
    const big = await drawBigPicture();
    const form = new FormData();
    form.set('photo', new Blob([new Uint8Array(big)]), 'eu.png');
    const answers = {
      archive: await uploadVideo(buildVideo(300_000)),
      service: await servicesFixture.post(person, {}, { image: big }),
      pack: await servicesFixture.post(
        person,
        { type: 'media' },
        { image: await buildPng(), archives: [buildVideo(300_000)] },
      ),
      post: await createPostsFixture(app).send(person, {}, { photo: big }),
      avatar: await person.fetch('/api/users/', { method: 'PATCH', body: form }),
    };
    for (const [name, { status }] of Object.entries(answers))
      expect({ name, status }).toEqual({ name, status: 413 });
    expect(answers.archive.text).toBe(errors.storage_full.text);
    expect(await measureFolder('files')).toEqual(before);
    expect((await measureFolder('tmp')).files).toBe(0);
    expect(await reservationCount()).toBe(0);
  });

  it('refuses a file by its announced length before the rest of it arrives', async () => {
    await fill(2.2 * MiB);
    await fill(1.7 * MiB);
    const socket = startUpload('content-length: 300000');
    const waiting = setTimeout(() => socket.destroy(), 10_000);
    expect(await answerOf(socket)).toEqual({ status: 413, code: 'storage_full' });
    clearTimeout(waiting);
    socket.destroy();
    expect((await measureFolder('tmp')).files).toBe(0);
  });

  it('does not limit texts', async () => {
    await app.pool.query(
      `INSERT INTO pictures (id, owner_id, kind, stored_bytes) VALUES ($1, $2, 'post', $3)`,
      [randomUUID(), person.uid, QUOTA_BYTES],
    );
    const form = new FormData();
    form.set('bio', 'Sem espaço, com palavras.');
    form.set('photo', new Blob([]), '');
    expect((await person.fetch('/api/users/', { method: 'PATCH', body: form })).status).toBe(200);
    expect((await createPostsFixture(app).send(person, { title: 'Só texto' })).status).toBe(201);
  });

  it('is freed by deleting a service, unless somebody bought it', async () => {
    const [kept, sold] = [await fill(MiB), await fill(MiB)];
    const buyer = await app.signIn('Compra');
    await app.pool.query('UPDATE services SET price = 0 WHERE id = $1', [sold]);
    expect((await servicesFixture.buy(buyer, sold)).status).toBe(201);
    const before = (await readStorage()).used;
    await servicesFixture.remove(person, sold);
    await servicesFixture.remove(person, kept);
    await expect.poll(async () => (await readStorage()).used).toBeLessThan(before - MiB);
    // The run that erased one file left the other one, which had been removed first.
    expect((await readStorage()).used).toBeGreaterThan(MiB);
  });

  it('is freed when only unpaid orders reference it', async () => {
    const id = await fill(2 * MiB);
    const buyer = await app.signIn('Desiste');
    const order = (await (await servicesFixture.buy(buyer, id)).json()) as {
      payment: { id: string };
    };
    const path = `/api/payments/${order.payment.id}/cancel`;
    expect((await buyer.fetch(path, { method: 'POST' })).status).toBe(200);
    await servicesFixture.remove(person, id);
    await expect.poll(async () => (await readStorage()).used).toBeLessThan(300_000);
  });

  it('is freed by changing the pack of a service', async () => {
    const id = await fill(2 * MiB);
    const answer = await servicesFixture.patch(person, id, {}, { archives: [buildVideo(100_000)] });
    expect(answer.status).toBe(200);
    await expect.poll(async () => (await readStorage()).used).toBeLessThan(300_000);
  });
});
