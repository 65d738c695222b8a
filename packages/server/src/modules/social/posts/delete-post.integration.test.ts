import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildLike } from '../../../../test/fixtures/data/builders.ts';
import { buildPng } from '../../../../test/fixtures/data/pictures.ts';
import {
  createPostsFixture,
  visiblePostResult,
} from '../../../../test/fixtures/modules/posts-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: ReturnType<typeof createPostsFixture>;
let author: TestPerson;
let reader: TestPerson;
let adultPerson: TestPerson;
let png: Buffer;

beforeAll(async () => {
  [app, png] = await Promise.all([startTestApp(), buildPng()]);
  fixture = createPostsFixture(app);
  ({ author, reader, adult: adultPerson } = await fixture.signInReaders());
});
afterAll(() => app.close());

const readPostAs: typeof fixture.readPost = (person, uid) => fixture.readPost(person, uid);

const updatePost: typeof fixture.set = (uid, columns) => fixture.set(uid, columns);

describe('deleting', () => {
  /** Runs the jobs, then counts the rows and files that are left. */
  const countRowsAfterJobs = async () => {
    await app.program.jobs.runUntilIdle();
    return fixture.countRows();
  };

  it('deletes an own post with everything on it, and then its picture', async () => {
    const countsBefore = await fixture.countRows();
    const post = await fixture.publish(author, { hashtags: 'um dois' }, { photo: png });
    await buildLike(app.pool, post.uid, reader.uid);
    await app.pool.query(
      `INSERT INTO comments (id, post_uid, author_id, text) VALUES (gen_random_uuid(), $1, $2, 'Oi')`,
      [post.uid, reader.uid],
    );
    const response = await fixture.remove(author, post.uid);
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(await readPostAs(author, post.uid)).toBe('post_not_found');
    await expect.poll(countRowsAfterJobs).toEqual(countsBefore);
    const pictureResponse = await app.fetch(new URL(post.photoURL ?? '', app.url).pathname);
    expect(pictureResponse.status).toBe(404);
  });

  it('is for its author only', async () => {
    const { uid } = await fixture.publish(author);
    for (const person of [reader, adultPerson, await app.signInAdmin()]) {
      const response = await fixture.remove(person, uid);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error: 'Acesso negado.' });
    }
    expect((await fixture.remove({ ...reader, fetch: app.fetch }, uid)).status).toBe(401);
    expect(await readPostAs(app, uid)).toBe(visiblePostResult);
  });

  it('reveals nothing about posts the actor may not see', async () => {
    const { uid } = await fixture.publish(author);
    await updatePost(uid, `hidden_at = now(), hidden_reason = 'x'`);
    for (const missingUid of [uid, crypto.randomUUID(), 'x']) {
      const response = await fixture.remove(reader, missingUid);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: 'Publicação não encontrada.' });
    }
    expect((await fixture.remove(author, uid)).status).toBe(204);
  });

  it('answers forbidden for an adult post', async () => {
    const { uid } = await fixture.publish(author, { title: 'x', sensitive: 'true' });
    expect((await fixture.remove(reader, uid)).status).toBe(403);
  });

  it('happens once under concurrency', async () => {
    const { uid } = await fixture.publish(author, { title: 'Oi' }, { photo: png });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fixture.remove(author, uid)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([204, ...Array.from({ length: 19 }, () => 404)]);
  });
});
