import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMp4WithLocation } from '../../../test/fixtures/data/media-files.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

const QUOTA_BYTES = 4 * MiB;
const WAITING_BYTES = 2.5 * MiB;

let app: TestApp;
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
  const retryAfter = response.headers.get('retry-after');
  return {
    status: response.status,
    code: body.code ?? 'kept',
    text: body.error,
    retryAfter,
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

const reservationCount = async () =>
  (await app.pool.query('SELECT FROM uploads WHERE owner_id = $1', [person.uid])).rowCount;

/** Sends the headers and the beginning of a file and then pauses. */
function beginUpload(
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

describe('concurrent uploads', () => {
  it('never pass the limit together, and fill it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => uploadVideo(buildVideo(600_000))),
    );
    const kept = answers.filter(({ status }) => status === 201).length;
    expect(kept).toBeGreaterThan(0);
    expect((await readStorage()).waiting).toBeLessThanOrEqual(WAITING_BYTES);
    for (const { code } of answers)
      expect(['kept', 'storage_full', 'too_many_uploads']).toContain(code);
    // Sequential uploads then fill the rest of the quota.
    for (let n = kept; n < 4; n += 1)
      expect((await uploadVideo(buildVideo(600_000))).code).toBe('kept');
    expect((await uploadVideo(buildVideo(600_000))).code).toBe('storage_full');
  });

  it('are limited to three; the next gets a retry time', async () => {
    const open = [
      beginUpload('content-length: 100000'),
      beginUpload('content-length: 100000'),
      beginUpload(CHUNKED_ENCODING),
    ];
    await expect.poll(reservationCount).toBe(3);
    const refused = await uploadVideo(buildVideo(1_000));
    expect(refused).toMatchObject({ status: 429, code: 'too_many_uploads' });
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    const other = await app.signIn('Outra');
    expect((await uploadVideo(buildVideo(1_000), other)).code).toBe('kept');
    open[0]?.destroy();
    await expect.poll(reservationCount).toBe(2);
    expect((await uploadVideo(buildVideo(1_000))).code).toBe('kept');
    for (const socket of open) socket.destroy();
    await expect.poll(reservationCount).toBe(0);
    await expect.poll(() => measureFolder('tmp')).toEqual({ files: 0, bytes: 0 });
  });

  it('of a dead node reserve nothing for long', async () => {
    for (let n = 0; n < 3; n += 1)
      await app.pool.query(
        `INSERT INTO uploads (id, owner_id, bytes, expires_at)
         VALUES ($1, $2, $3, now() - interval '1 second')`,
        [randomUUID(), person.uid, QUOTA_BYTES],
      );
    expect(await readStorage()).toMatchObject({ used: 0 });
    expect((await uploadVideo(buildVideo(1_000))).code).toBe('kept');
  });
});
