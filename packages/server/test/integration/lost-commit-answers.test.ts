import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPostsFixture } from '../fixtures/modules/posts-fixture.ts';
import { createServicesFixture, drawPhoto } from '../fixtures/modules/services-fixture.ts';
import { startTestApp, type TestApp, type TestPerson } from '../fixtures/server/test-app.ts';

let app: TestApp;
let person: TestPerson;
let personCount = 0;
let photo: Buffer;
let services: ReturnType<typeof createServicesFixture>;
let posts: ReturnType<typeof createPostsFixture>;
beforeAll(async () => {
  [app, photo] = await Promise.all([startTestApp(), drawPhoto()]);
  [services, posts] = [createServicesFixture(app), createPostsFixture(app)];
});
beforeEach(async () => {
  personCount += 1;
  person = await app.signIn(`Pessoa${personCount}`);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

/** Addresses of the pictures that rows refer to. */
const readPhotoUrls = async (): Promise<readonly string[]> =>
  (
    await app.pool.query<{ url: string }>(
      `SELECT photo_url AS url FROM users WHERE photo_url LIKE '/%' UNION ALL
       SELECT photo_url FROM services UNION ALL SELECT photo_url FROM posts WHERE photo_url IS NOT NULL ORDER BY url`,
    )
  ).rows.map(({ url }) => url);

/** Loses the answers to commits that change which pictures rows refer to, as when the connection breaks. */
function loseCommitAnswers(): void {
  const { database } = app.program;
  const transaction = database.transaction.bind(database);
  vi.spyOn(database, 'transaction').mockImplementation(async (work, config) => {
    const urlsBefore = await readPhotoUrls();
    const result = await transaction(work, config);
    if (String(await readPhotoUrls()) === String(urlsBefore)) return result;
    throw Object.assign(new Error('the connection was lost'), { code: '08006' });
  });
}

const updateProfilePhoto = () => {
  const form = new FormData();
  form.set('photo', new Blob([new Uint8Array(photo)]), 'eu.png');
  return person.fetch('/api/users/', { method: 'PATCH', body: form });
};

describe('a picture whose row is stored although the answer to its commit is lost', () => {
  it.each<[string, () => Promise<() => Promise<Response>>]>([
    ['new service', async () => () => services.post(person, {}, { image: photo })],
    [
      'changed service',
      async () => {
        const { id } = await services.publish(person);
        return () => services.patch(person, id, {}, { image: photo });
      },
    ],
    ['post', async () => () => posts.send(person, { title: 'Meu setup' }, { photo })],
    ['profile', async () => updateProfilePhoto],
  ])('of a %s stays', async (_, prepare) => {
    const request = await prepare();
    const urlsBefore = await readPhotoUrls();
    loseCommitAnswers();
    expect((await request()).status).toBe(503);
    vi.restoreAllMocks();
    const newUrls = (await readPhotoUrls()).filter((url) => !urlsBefore.includes(url));
    expect(newUrls).toHaveLength(1);
    expect((await app.fetch(String(newUrls[0]))).status).toBe(200);
  });
});
