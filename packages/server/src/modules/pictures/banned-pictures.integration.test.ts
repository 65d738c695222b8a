import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errors } from '@guilda/contract/errors';
import { parsePictureURL } from '@guilda/contract/services/pictures';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectWithin } from '../../../test/fixtures/checks/expect-within.ts';
import { drawPicture } from '../../../test/fixtures/data/drawn-pictures.ts';
import { buildPng } from '../../../test/fixtures/data/pictures.ts';
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
import { drizzle } from '../../platform/database/query-builder.ts';
import { findBanOf } from './banned-picture-store.ts';
import { banPicture, unbanPicture } from './index.ts';

let app: TestApp;
let postsFixture: ReturnType<typeof createPostsFixture>;
let servicesFixture: ReturnType<typeof createServicesFixture>;
let author: TestPerson;
let stranger: TestPerson;
let bannedPicture: { readonly picture: Buffer; readonly photoURL: string };
const openDb = () => drizzle(app.pool);

beforeAll(async () => {
  app = await startTestApp();
  [postsFixture, servicesFixture] = [createPostsFixture(app), createServicesFixture(app)];
  [author, stranger] = [await app.signIn('Autora'), await app.signIn('Estranha')];
  const picture = await drawPicture(1);
  bannedPicture = { picture, photoURL: await publishPicture(author, picture) };
  expect(await banPicture(openDb(), bannedPicture.photoURL)).toBe(true);
  // A person's first refused picture opens a case, which keeps the picture. This first refusal happens here, so that
  // later refusals in the tests leave no rows and files behind.
  for (const uploader of [author, stranger])
    await postsFixture.send(uploader, {}, { photo: await reencodePicture() });
});
afterAll(() => app.close());

async function publishPicture(author: TestPerson, picture: Buffer): Promise<string> {
  const { photoURL } = await postsFixture.publish(author, {}, { photo: picture });
  if (photoURL === null) throw new Error('a post without its picture');
  return photoURL;
}

/** Counts the rows and lists the files that exist now, to compare them before and after an upload. */
async function readTraces() {
  const { rows } = await app.pool.query(`SELECT
    (SELECT count(*)::int FROM pictures) AS pictures, (SELECT count(*)::int FROM posts) AS posts,
    (SELECT count(*)::int FROM services) AS services,
    (SELECT count(*)::int FROM archives WHERE removed_at IS NULL) AS archives,
    (SELECT count(photo_url)::int FROM users) AS photos`);
  const tempFiles = await readdir(join(app.dataDir, 'tmp'), { recursive: true });
  return { ...rows[0], tempFiles, files: await servicesFixture.listStoredFiles() };
}

const uploadAvatar = (person: TestPerson, picture: Uint8Array) => {
  const form = new FormData();
  form.set('photo', new Blob([new Uint8Array(picture)]), 'eu.png');
  return person.fetch('/api/users/', { method: 'PATCH', body: form });
};

function uploadPackFile(person: TestPerson, picture: Uint8Array) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(picture)]), 'foto.png');
  return person.fetch('/api/archives', { method: 'POST', body: form });
}

const reencodePicture = () =>
  sharp(bannedPicture.picture).resize(400).jpeg({ quality: 60 }).toBuffer();

describe('a banned picture', () => {
  const uploads: Record<string, (picture: Buffer) => Promise<Response>> = {
    'a post': (picture) => postsFixture.send(stranger, { title: 'Oi' }, { photo: picture }),
    'a profile': (picture) => uploadAvatar(stranger, picture),
    'a new service': (picture) => servicesFixture.post(stranger, {}, { image: picture }),
    'a service that is there': async (picture) => {
      const { id } = await servicesFixture.publish(stranger);
      return servicesFixture.patch(stranger, id, { title: 'Outra' }, { image: picture });
    },
    'a file of a pack': (picture) => uploadPackFile(stranger, picture),
    'the pack of a new service': async (picture) =>
      servicesFixture.post(
        stranger,
        { type: 'media', category: 'drawing' },
        { image: await drawPicture(7), archives: [await drawPicture(8), picture] },
      ),
    'the pack of a service that is there': async (picture) => {
      const { id } = await servicesFixture.publish(stranger);
      return servicesFixture.patch(stranger, id, { type: 'media' }, { archives: [picture] });
    },
  };

  it.each(Object.keys(uploads))(
    'is taken by nobody for %s, and nothing of it stays',
    async (pictureKind) => {
      await servicesFixture.publish(stranger);
      const tracesBefore = await readTraces();
      const response = await uploads[pictureKind]?.(await reencodePicture());
      expect(response?.status).toBe(409);
      expect(await response?.json()).toMatchObject({
        code: 'picture_refused',
        message: errors.picture_refused.text,
      });
      const tracesAfter = await readTraces();
      if (pictureKind.includes('a service that is there')) {
        // Only the service and the picture that the test itself created are new.
        expect(tracesAfter).toMatchObject({
          services: tracesBefore.services + 1,
          pictures: tracesBefore.pictures + 1,
        });
        expect(tracesAfter.tempFiles).toEqual(tracesBefore.tempFiles);
      } else expect(tracesAfter).toEqual(tracesBefore);
    },
  );

  it('cannot be uploaded again by its first owner either', async () => {
    const response = await postsFixture.send(
      author,
      { title: 'De novo' },
      { photo: bannedPicture.picture },
    );
    expect(response.status).toBe(409);
  });

  it('is distinguished from others', async () => {
    expect((await postsFixture.send(stranger, {}, { photo: await drawPicture(2) })).status).toBe(
      201,
    );
    expect((await postsFixture.send(stranger, {}, { photo: await drawPhoto() })).status).toBe(201);
    expect((await uploadPackFile(stranger, await drawPicture(2))).status).toBe(201);
  });

  it('can be uploaded again after unbanning', async () => {
    const otherPicture = await drawPicture(3);
    const photoURL = await publishPicture(author, otherPicture);
    await banPicture(openDb(), photoURL);
    await banPicture(openDb(), photoURL);
    expect((await postsFixture.send(stranger, {}, { photo: otherPicture })).status).toBe(409);
    await unbanPicture(openDb(), photoURL);
    expect((await postsFixture.send(stranger, {}, { photo: otherPicture })).status).toBe(201);
  });

  it('stays banned when its content is deleted', async () => {
    const otherPicture = await drawPicture(4);
    const post = await postsFixture.publish(author, {}, { photo: otherPicture });
    await banPicture(openDb(), post.photoURL ?? '');
    await postsFixture.remove(author, post.uid);
    await expect
      .poll(async () => (await postsFixture.send(stranger, {}, { photo: otherPicture })).status)
      .toBe(409);
  });

  it('stays closed when banned during the upload', async () => {
    const otherPicture = await drawPicture(5);
    const photoURL = await publishPicture(author, otherPicture);
    // The picture is banned while the row of the upload exists but its files are not written yet.
    await app.pool.query(`CREATE FUNCTION ban_now() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO banned_pictures (picture_id, look) SELECT gen_random_uuid(), NEW.look
          WHERE NOT EXISTS (SELECT FROM banned_pictures WHERE look = NEW.look);
        RETURN NULL;
      END $$`);
    await app.pool.query(
      'CREATE TRIGGER ban_now AFTER INSERT ON pictures FOR EACH ROW EXECUTE FUNCTION ban_now()',
    );
    const tracesBefore = await readTraces();
    try {
      expect((await postsFixture.send(stranger, {}, { photo: otherPicture })).status).toBe(409);
    } finally {
      await app.pool.query('DROP TRIGGER ban_now ON pictures');
    }
    expect(await readTraces()).toEqual(tracesBefore);
    expect((await app.fetch(photoURL)).status).toBe(200);
  });
});

describe('a ban', () => {
  it('applies only to pictures with a perceptual hash', async () => {
    const postWithPlainPicture = await publishPicture(author, await buildPng());
    expect(await banPicture(openDb(), postWithPlainPicture)).toBe(false);
    expect((await postsFixture.send(stranger, {}, { photo: await buildPng() })).status).toBe(201);
    for (const url of [
      '',
      '/art/demo/capa-mira.webp',
      postWithPlainPicture.replace(/[0-9a-f]{12}\//, 'f'.repeat(12)),
    ])
      expect(await banPicture(openDb(), url)).toBe(false);
  });

  it('is looked up quickly among ten thousand bans', async () => {
    const photoURL = await publishPicture(author, await drawPicture(6));
    await app.pool.query(`INSERT INTO banned_pictures (picture_id, look)
      SELECT gen_random_uuid(), ('x' || md5(n::text))::bit(64)::bigint
      FROM generate_series(1, 10000) AS n`);
    try {
      await expectWithin(2_000, async () => {
        const startedAt = performance.now();
        expect(await findBanOf(openDb(), parsePictureURL(photoURL)?.id ?? '')).toBeNull();
        return performance.now() - startedAt;
      });
    } finally {
      await app.pool.query('DELETE FROM banned_pictures WHERE picture_id <> $1', [
        bannedPicture.photoURL.split('/')[3],
      ]);
    }
  });
});
