import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  buildVideo,
  CHUNKED_ENCODING,
  MAX_WAITING_BYTES,
  QUOTA_BYTES,
  startStorageFixture,
} from '../../../test/fixtures/modules/storage-fixture.ts';
import type { TestApp, TestPerson } from '../../../test/fixtures/server/test-app.ts';

let fixture: Awaited<ReturnType<typeof startStorageFixture>>;
let app: TestApp;
let person: TestPerson;

beforeAll(async () => {
  fixture = await startStorageFixture();
  app = fixture.app;
});
afterAll(() => app.close());
beforeEach(async () => {
  person = await app.signIn(`Vende-${randomUUID().slice(0, 8)}`);
});

const uploadVideo = (content: Buffer, uploader = person) => fixture.uploadVideo(uploader, content);
const readStorage = (owner = person) => fixture.readStorage(owner);
const countReservations = () => fixture.countReservations(person);

describe('concurrent uploads', () => {
  it('never pass the limit together, and fill it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => uploadVideo(buildVideo(600_000))),
    );
    const keptCount = answers.filter(({ status }) => status === 201).length;
    expect(keptCount).toBeGreaterThan(0);
    expect((await readStorage()).waiting).toBeLessThanOrEqual(MAX_WAITING_BYTES);
    for (const { code } of answers)
      expect(['kept', 'storage_full', 'too_many_uploads']).toContain(code);
    // Sequential uploads then fill the rest of the quota.
    for (let n = keptCount; n < 4; n += 1)
      expect((await uploadVideo(buildVideo(600_000))).code).toBe('kept');
    expect((await uploadVideo(buildVideo(600_000))).code).toBe('storage_full');
  });

  it('are limited to three; the next gets a retry time', async () => {
    const openUploads = [
      fixture.startUpload(person, 'content-length: 100000'),
      fixture.startUpload(person, 'content-length: 100000'),
      fixture.startUpload(person, CHUNKED_ENCODING),
    ];
    await expect.poll(countReservations).toBe(3);
    const refusedAnswer = await uploadVideo(buildVideo(1_000));
    expect(refusedAnswer).toMatchObject({ status: 429, code: 'too_many_uploads' });
    expect(Number(refusedAnswer.retryAfter)).toBeGreaterThan(0);
    const otherPerson = await app.signIn('Outra');
    expect((await uploadVideo(buildVideo(1_000), otherPerson)).code).toBe('kept');
    openUploads[0]?.destroy();
    await expect.poll(countReservations).toBe(2);
    expect((await uploadVideo(buildVideo(1_000))).code).toBe('kept');
    for (const socket of openUploads) socket.destroy();
    await expect.poll(countReservations).toBe(0);
    await expect.poll(() => fixture.measureFolder('tmp')).toEqual({ files: 0, bytes: 0 });
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
