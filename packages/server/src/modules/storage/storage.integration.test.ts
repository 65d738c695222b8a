import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { errors } from '@guilda/contract/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPackFile } from '../../../test/fixtures/data/builders.ts';
import { buildPng, drawNoisePicture } from '../../../test/fixtures/data/pictures.ts';
import { createPostsFixture } from '../../../test/fixtures/modules/posts-fixture.ts';
import {
  createServicesFixture,
  drawPhoto,
} from '../../../test/fixtures/modules/services-fixture.ts';
import {
  buildVideo,
  CHUNKED_ENCODING,
  MAX_WAITING_BYTES,
  MiB,
  QUOTA_BYTES,
  sendPiece,
  startStorageFixture,
} from '../../../test/fixtures/modules/storage-fixture.ts';
import type { TestApp, TestPerson } from '../../../test/fixtures/server/test-app.ts';

let fixture: Awaited<ReturnType<typeof startStorageFixture>>;
let app: TestApp;
let servicesFixture: ReturnType<typeof createServicesFixture>;
let person: TestPerson;

beforeAll(async () => {
  fixture = await startStorageFixture();
  app = fixture.app;
  servicesFixture = createServicesFixture(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  person = await app.signIn(`Vende-${randomUUID().slice(0, 8)}`);
});

const uploadVideo = (content: Buffer, uploader = person) => fixture.uploadVideo(uploader, content);
const readStorage = (owner = person) => fixture.readStorage(owner);
const countReservations = () => fixture.countReservations(person);

/** Number of bytes that are written to the storage folder while `runUpload` runs. */
async function countAddedBytes(runUpload: () => Promise<unknown>): Promise<number> {
  const bytesBefore = (await fixture.measureFolder('files')).bytes;
  await runUpload();
  return (await fixture.measureFolder('files')).bytes - bytesBefore;
}

async function readAnswer(socket: Socket): Promise<{ status: number; code?: string }> {
  let receivedText = '';
  for await (const piece of socket) {
    receivedText += piece;
    const body = receivedText.split('\r\n\r\n')[1];
    if (body?.includes('}')) break;
  }
  const code = /"code":"(\w+)"/.exec(receivedText)?.[1];
  return { status: Number(receivedText.slice(9, 12)), ...(code ? { code } : {}) };
}

const drawBigPicture = () => drawNoisePicture(400, 400).png().toBuffer();

describe('the storage of a person', () => {
  it('is the sum of all stored files, shown to its owner only', async () => {
    expect(await readStorage()).toEqual({
      used: 0,
      waiting: 0,
      limit: QUOTA_BYTES,
      waitingLimit: MAX_WAITING_BYTES,
    });
    const coverBytes = await countAddedBytes(() => servicesFixture.publish(person, {}, {}));
    expect(await readStorage()).toMatchObject({ used: coverBytes, waiting: 0 });
    const packBytes = await countAddedBytes(() =>
      servicesFixture.publish(
        person,
        { type: 'media' },
        { archives: [buildVideo(300_000), photoBytes] },
      ),
    );
    expect(await readStorage()).toMatchObject({ used: coverBytes + packBytes, waiting: 0 });
    const postBytes = await countAddedBytes(() =>
      createPostsFixture(app).publish(person, {}, { photo: photoBytes }),
    );
    const form = new FormData();
    form.set('photo', new Blob([new Uint8Array(photoBytes)]), 'eu.png');
    const avatarBytes = await countAddedBytes(() =>
      person.fetch('/api/users/', { method: 'PATCH', body: form }),
    );
    const waitingBytes = await countAddedBytes(() => uploadVideo(buildVideo(200_000)));
    const usedBytes = coverBytes + packBytes + postBytes + avatarBytes + waitingBytes;
    expect(await readStorage()).toMatchObject({ used: usedBytes, waiting: waitingBytes });
    expect(Math.min(coverBytes, packBytes, postBytes, avatarBytes, waitingBytes)).toBeGreaterThan(
      0,
    );
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
    const firstUpload = await uploadVideo(buildVideo(MiB));
    expect(firstUpload.code).toBe('kept');
    expect((await uploadVideo(buildVideo(MiB))).code).toBe('kept');
    const refusedAnswer = await uploadVideo(buildVideo(MiB));
    expect(refusedAnswer).toMatchObject({ status: 413, code: 'storage_full' });
    expect(refusedAnswer.text).toMatch(/Publique o serviço ou remova/);
    await person.fetch(`/api/archives/${firstUpload.archive?.id}`, { method: 'DELETE' });
    expect((await uploadVideo(buildVideo(MiB))).code).toBe('kept');
    expect(await countReservations()).toBe(0);
    expect((await fixture.measureFolder('tmp')).files).toBe(0);
  });

  it('do not prevent their owner from publishing them with a picture, or another picture', async () => {
    const uploadAnswers = [
      await uploadVideo(buildVideo(1.2 * MiB)),
      await uploadVideo(buildVideo(1.2 * MiB)),
    ];
    const archiveIds = uploadAnswers.map(({ archive }) => archive?.id).join(',');
    const bigPicture = await drawBigPicture();
    const form = new FormData();
    form.set('photo', new Blob([new Uint8Array(bigPicture)]), 'eu.png');
    const avatarResponse = await person.fetch('/api/users/', { method: 'PATCH', body: form });
    expect(avatarResponse.status).toBe(200);
    const fields = { type: 'media', archiveIds } as const;
    expect((await servicesFixture.post(person, fields, { image: bigPicture })).status).toBe(201);
    expect(await readStorage()).toMatchObject({ waiting: 0 });
  });

  it('are refused by their announced length before any of their bytes is written', async () => {
    await uploadVideo(buildVideo(2 * MiB));
    const socket = fixture.startUpload(person, `content-length: ${MiB}`, { content: 0 });
    expect(await readAnswer(socket)).toEqual({ status: 413, code: 'storage_full' });
    socket.destroy();
    expect((await fixture.measureFolder('tmp')).files).toBe(0);
  });

  it('are aborted during the upload when they announced no length', async () => {
    await uploadVideo(buildVideo(2 * MiB));
    const socket = fixture.startUpload(person, CHUNKED_ENCODING);
    for (let n = 0; n < 16; n += 1) sendPiece(socket, CHUNKED_ENCODING, Buffer.alloc(MiB / 16));
    expect(await readAnswer(socket)).toEqual({ status: 413, code: 'storage_full' });
    socket.destroy();
    await expect.poll(() => fixture.measureFolder('tmp')).toEqual({ files: 0, bytes: 0 });
    await expect.poll(countReservations).toBe(0);
  });
});

describe('the total storage', () => {
  const publishPackOf = async (bytes: number) => {
    const service = await servicesFixture.publish(
      person,
      { type: 'media' },
      { archives: [buildVideo(bytes / 2), buildVideo(bytes / 2)] },
    );
    return service.id;
  };

  it('cannot grow beyond the limit at any endpoint, and no file is left', async () => {
    await publishPackOf(2.2 * MiB);
    await publishPackOf(1.7 * MiB);
    const folderBefore = await fixture.measureFolder('files');
    const bigPicture = await drawBigPicture();
    const form = new FormData();
    form.set('photo', new Blob([new Uint8Array(bigPicture)]), 'eu.png');
    const answersByKind = {
      archive: await uploadVideo(buildVideo(300_000)),
      service: await servicesFixture.post(person, {}, { image: bigPicture }),
      pack: await servicesFixture.post(
        person,
        { type: 'media' },
        { image: await buildPng(), archives: [buildVideo(300_000)] },
      ),
      post: await createPostsFixture(app).send(person, {}, { photo: bigPicture }),
      avatar: await person.fetch('/api/users/', { method: 'PATCH', body: form }),
    };
    for (const [name, { status }] of Object.entries(answersByKind))
      expect({ name, status }).toEqual({ name, status: 413 });
    expect(answersByKind.archive.text).toBe(errors.storage_full.text);
    expect(await fixture.measureFolder('files')).toEqual(folderBefore);
    expect((await fixture.measureFolder('tmp')).files).toBe(0);
    expect(await countReservations()).toBe(0);
  });

  it('refuses a file by its announced length before the rest of it arrives', async () => {
    await publishPackOf(2.2 * MiB);
    await publishPackOf(1.7 * MiB);
    const socket = fixture.startUpload(person, 'content-length: 300000');
    const responseTimer = setTimeout(() => socket.destroy(), 10_000);
    expect(await readAnswer(socket)).toEqual({ status: 413, code: 'storage_full' });
    clearTimeout(responseTimer);
    socket.destroy();
    expect((await fixture.measureFolder('tmp')).files).toBe(0);
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
    const [unsoldId, soldId] = [await publishPackOf(MiB), await publishPackOf(MiB)];
    const buyer = await app.signIn('Compra');
    await app.pool.query('UPDATE services SET price = 0 WHERE id = $1', [soldId]);
    expect((await servicesFixture.buy(buyer, soldId)).status).toBe(201);
    const usedBefore = (await readStorage()).used;
    await servicesFixture.remove(person, soldId);
    await servicesFixture.remove(person, unsoldId);
    await expect.poll(async () => (await readStorage()).used).toBeLessThan(usedBefore - MiB);
    // The job `archives.sweep` has erased the file of the service that nobody bought. The job kept the file of the sold
    // service, although the sold service was deleted first.
    expect((await readStorage()).used).toBeGreaterThan(MiB);
  });

  it('is freed when only unpaid orders reference it', async () => {
    const id = await publishPackOf(2 * MiB);
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
    const id = await publishPackOf(2 * MiB);
    const answer = await servicesFixture.patch(person, id, {}, { archives: [buildVideo(100_000)] });
    expect(answer.status).toBe(200);
    await expect.poll(async () => (await readStorage()).used).toBeLessThan(300_000);
  });
});
