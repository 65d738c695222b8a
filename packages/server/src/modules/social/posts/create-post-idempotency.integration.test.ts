import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPng } from '../../../../test/fixtures/data/pictures.ts';
import { offlinePresence } from '../../../../test/fixtures/fakes/fake-presence.ts';
import { createPostsFixture } from '../../../../test/fixtures/modules/posts-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';
import type { Person } from '../../../platform/actor.ts';
import { ok } from '../../../platform/result.ts';
import { systemClock } from '../../../ports/clock.ts';
import { systemIds } from '../../../ports/ids.ts';
import { type CreatePostDeps, createPost } from './create-post.ts';

let app: TestApp;
let fixture: ReturnType<typeof createPostsFixture>;
let author: TestPerson;
let reader: TestPerson;
let png: Buffer;

beforeAll(async () => {
  [app, png] = await Promise.all([startTestApp(), buildPng()]);
  fixture = createPostsFixture(app);
  author = await app.signIn('Beatriz');
  reader = await app.signIn('Leitora');
});
afterAll(() => app.close());

describe('a repeated attempt', () => {
  it('returns the first post and keeps one picture', async () => {
    const firstPost = await fixture.publish(
      author,
      { title: 'Uma' },
      { photo: png, key: 'tentativa-1' },
    );
    const countsBefore = await fixture.countRows();
    const photoAndKey = { photo: png, key: 'tentativa-1' };
    const repeatedResponse = await fixture.send(author, { title: 'Outra' }, photoAndKey);
    expect(repeatedResponse.status).toBe(201);
    expect(await fixture.postOf(repeatedResponse)).toEqual(firstPost);
    expect(await fixture.countRows()).toEqual(countsBefore);
  });

  it('is bound to its author and needs a key', async () => {
    const authorPost = await fixture.publish(author, { title: 'Uma' }, { key: 'tentativa-2' });
    const readerPost = await fixture.publish(reader, { title: 'Uma' }, { key: 'tentativa-2' });
    expect(readerPost.uid).not.toBe(authorPost.uid);
    const [one, two] = [await fixture.publish(author), await fixture.publish(author)];
    expect(one.uid).not.toBe(two.uid);
  });

  it('creates another post after the first was deleted', async () => {
    const firstPost = await fixture.publish(author, { title: 'Uma' }, { key: 'tentativa-3' });
    await fixture.remove(author, firstPost.uid);
    const secondPost = await fixture.publish(author, { title: 'Uma' }, { key: 'tentativa-3' });
    expect(secondPost.uid).not.toBe(firstPost.uid);
  });

  it.each(['a b', 'ã', 'x'.repeat(201)])('is refused with the malformed key %j', async (key) => {
    const response = await fixture
      .send(author, { title: 'Oi' }, { key })
      .catch(() => ({ status: 400 }) as Response);
    expect(response.status).toBe(400);
  });

  it('creates one post with one picture for fifty concurrent requests', async () => {
    const countsBefore = await fixture.countRows();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        fixture.send(
          author,
          { title: `Corrida ${n}`, hashtags: 'corrida' },
          { photo: png, key: 'corrida' },
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const uids = new Set((await Promise.all(answers.map(fixture.postOf))).map(({ uid }) => uid));
    expect(uids.size).toBe(1);
    const countsAfter = await fixture.countRows();
    expect(countsAfter).toMatchObject({
      posts: countsBefore.posts + 1,
      hashtags: countsBefore.hashtags + 1,
      pictures: countsBefore.pictures + 1,
    });
    const addedFileCount = countsAfter.files.length - countsBefore.files.length;
    expect(addedFileCount).toBeGreaterThan(0);
    expect(
      new Set(countsAfter.files.map((file: string) => file.split('/').slice(0, -1).join('/'))).size,
    ).toBe(countsAfter.pictures);
  });
});

describe('the limit of posts', () => {
  it('counts posts, neither repeated attempts nor refusals', async () => {
    const appWithLimits = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
    const limitedFixture = createPostsFixture(appWithLimits);
    const person = await appWithLimits.signIn('Apressada');
    const firstPost = await limitedFixture.publish(person, { title: '1' }, { key: 'um' });
    for (let n = 0; n < 15; n += 1) {
      expect(await limitedFixture.publish(person, { title: '1' }, { key: 'um' })).toEqual(
        firstPost,
      );
      expect((await limitedFixture.send(person, {})).status).toBe(400);
    }
    await Promise.all(
      Array.from({ length: 5 }, () =>
        limitedFixture.publish(person, { title: '2' }, { key: 'dois' }),
      ),
    );
    for (let n = 3; n <= 10; n += 1) await limitedFixture.publish(person, { title: String(n) });
    const refusedResponse = await limitedFixture.send(person, { title: '11' });
    expect(refusedResponse.status).toBe(429);
    expect(await refusedResponse.json()).toMatchObject({
      error: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
    });
    await appWithLimits.close();
  });
});

/** Publishes on another node as the author, with a picture at this address. */
function publishOn(
  photoURL: string,
  deps: Partial<CreatePostDeps> & Pick<CreatePostDeps, 'deletePicture'>,
) {
  const { database } = app.program;
  const create = createPost({
    database,
    clock: systemClock,
    presence: offlinePresence,
    ids: systemIds,
    pictureUrlsFor: () => (address) => address,
    storePicture: async () => ok({ photoURL, width: 1, height: 1 }),
    ...deps,
  });
  const actor: Person = {
    kind: 'person',
    uid: author.uid,
    role: 'user',
    sessionId: '',
    adult: false,
    blocks: false,
  };
  const photo = { path: '', bytes: 1, name: 'a.png' };
  const postInput = { title: 'Nós', description: '', hashtags: 'nos', sensitive: false, photo };
  return (idempotencyKey: string) => create(actor, { ...postInput, idempotencyKey });
}

describe('a post whose answer is lost', () => {
  it('keeps its picture, and a retry returns both', async () => {
    const deletedPhotos: string[] = [];
    const deletePicture = async (photoURL: string) => void deletedPhotos.push(photoURL);
    const pictureUrlsFor = () => () => {
      throw new Error('no');
    };
    const latePublication = publishOn('/foto-tarde.webp', { deletePicture, pictureUrlsFor })(
      'tarde',
    );
    await expect(latePublication).rejects.toThrow('no');
    expect(deletedPhotos).toEqual([]);
    const repeatedResult = await publishOn('/foto-outra.webp', { deletePicture })('tarde');
    expect(repeatedResult.ok && repeatedResult.value.post.photoURL).toBe('/foto-tarde.webp');
  });
});

describe('the same attempt on several nodes', () => {
  it('creates one post, and deletes the other pictures', async () => {
    const deletedPhotos: string[] = [];
    const deletePicture = async (photoURL: string) => void deletedPhotos.push(photoURL);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => publishOn(`/foto-${n}.webp`, { deletePicture })('nos')),
    );
    const createdPosts = answers.map((answer) => (answer.ok ? answer.value.post : null));
    expect(new Set(createdPosts.map((post) => post?.uid)).size).toBe(1);
    expect(createdPosts[0]?.photoURL).toMatch(/^\/foto-/);
    // The number of deletions varies: requests that find the post before they store a picture delete nothing.
    expect(deletedPhotos).not.toContain(createdPosts[0]?.photoURL);
    expect(deletedPhotos.length).toBeGreaterThan(0);
    expect(new Set(deletedPhotos).size).toBe(deletedPhotos.length);
    const { rows } = await app.pool.query(`SELECT 1 FROM posts WHERE request_key = 'nos'`);
    expect(rows).toHaveLength(1);
  });
});
