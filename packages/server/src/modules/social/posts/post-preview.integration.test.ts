import { randomUUID } from 'node:crypto';
import type { Post } from '@guilda/contract/community/social';
import { postPreviewURL, postPreviewVersion } from '@guilda/contract/services/previews';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPostsFixture } from '../../../../test/fixtures/modules/posts-fixture.ts';
import { drawPhoto } from '../../../../test/fixtures/modules/services-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: ReturnType<typeof createPostsFixture>;
let author: TestPerson;
let previewedPost: Post;

beforeAll(async () => {
  app = await startTestApp();
  fixture = createPostsFixture(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  author = await app.signIn(`Conta-${randomUUID().slice(0, 8)}`);
  previewedPost = await fixture.publish(author, {
    title: 'Terminei o retrato',
    hashtags: 'desenho vetor',
  });
});

const fetchPreview = (init?: RequestInit, post = previewedPost) =>
  app.fetch(postPreviewURL(post), init);
const listPreviewKeys = async () =>
  (await fixture.storedFiles()).filter((key) => key.startsWith('previews/posts/'));
const listStoredPreviews = async ({ uid }: Post) =>
  (await listPreviewKeys()).filter((key) => key.includes(uid));
const readBytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('the link preview of a post', () => {
  it('is a picture of 1200 by 630 for everybody, rendered once', async () => {
    const answers = await Promise.all([fetchPreview(), fetchPreview(), fetchPreview()]);
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=3600',
        etag: `"${postPreviewVersion(previewedPost)}"`,
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      });
      const { format, width, height } = await sharp(await readBytes(answer)).metadata();
      expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
    }
    expect(await listStoredPreviews(previewedPost)).toEqual([
      `previews/posts/${previewedPost.uid}/${postPreviewVersion(previewedPost)}.png`,
    ]);
    expect((await fetchPreview({ method: 'HEAD' })).status).toBe(200);
    const etag = `"${postPreviewVersion(previewedPost)}"`;
    expect((await fetchPreview({ headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('shows photo, name and text; likes and comments change nothing', async () => {
    const plainPreview = await readBytes(await fetchPreview());
    const postWithPhoto = await fixture.publish(
      author,
      { title: previewedPost.title, hashtags: 'desenho vetor' },
      { photo: await drawPhoto() },
    );
    expect((await readBytes(await fetchPreview({}, postWithPhoto))).equals(plainPreview)).toBe(
      false,
    );
    await author.api.social.likePost({ params: { uid: previewedPost.uid } });
    await author.api.social.createComment({
      params: { postId: previewedPost.uid },
      body: { text: 'Oi' },
    });
    const { post: readPost } = await app.visitor.social.getPost({
      params: { uid: previewedPost.uid },
    });
    expect(readPost).toMatchObject({ likes: 1, commentCount: 1 });
    expect(postPreviewURL(readPost)).toBe(postPreviewURL(previewedPost));
    await app.pool.query(`UPDATE users SET display_name = 'Outro nome' WHERE uid = $1`, [
      author.uid,
    ]);
    expect((await readBytes(await fetchPreview())).equals(plainPreview)).toBe(false);
    expect(await listStoredPreviews(previewedPost)).toHaveLength(1);
  });

  it.each([
    ['emoji alone', { title: '🔥🔥🔥' }],
    ['another script', { title: '', description: 'こんにちは Привет мир', hashtags: 'שלום' }],
    ['markup', { title: '<image href="file:///etc/passwd"/>', description: '</svg><script>' }],
    ['one long word', { title: 'W'.repeat(75), description: 'W'.repeat(280) }],
    ['hashtags alone', { title: '', hashtags: 'desenho' }],
  ])('is drawn of %s', async (_, fields) => {
    const createdPost = await fixture.publish(author, fields);
    const answer = await fetchPreview({}, createdPost);
    expect(answer.status).toBe(200);
    expect(await sharp(await readBytes(answer)).metadata()).toMatchObject({
      width: 1200,
      height: 630,
    });
  });

  it('is rendered from a photo alone', async () => {
    const createdPost = await fixture.publish(author, {}, { photo: await drawPhoto() });
    expect((await fetchPreview({}, createdPost)).status).toBe(200);
  });
});

describe('a post that visitors may not see has none', () => {
  it.each([
    ['sensitive', 'UPDATE posts SET sensitive = true WHERE uid = $1'],
    ['hidden', "UPDATE posts SET hidden_at = now(), hidden_reason = 'Propaganda' WHERE uid = $1"],
    ['deleted', 'DELETE FROM posts WHERE uid = $1'],
    [
      'of a private profile',
      "UPDATE users SET privacy = 'private' FROM posts p WHERE users.uid = author_id AND p.uid = $1",
    ],
    [
      'of a suspended person',
      'UPDATE users SET suspended_at = now() FROM posts p WHERE users.uid = author_id AND p.uid = $1',
    ],
  ])('%s', async (_, sql) => {
    expect((await fetchPreview()).status).toBe(200);
    await app.pool.query(sql, [previewedPost.uid]);
    for (const method of ['GET', 'HEAD']) expect((await fetchPreview({ method })).status).toBe(404);
    expect((await author.fetch(postPreviewURL(previewedPost))).status).toBe(404);
  });

  it('an adult post has none, also for readers with an age check', async () => {
    await fixture.checkAge(author);
    const sensitivePost = await fixture.publish(author, {
      title: 'Só para adultos',
      sensitive: 'true',
    });
    expect((await author.fetch(postPreviewURL(sensitivePost))).status).toBe(404);
    expect(await listStoredPreviews(sensitivePost)).toEqual([]);
  });

  it.each(['x.png', `${randomUUID()}.png`, randomUUID(), `${'a'.repeat(300)}.png`, '%00.png'])(
    'nor is there one at %s',
    async (file) => {
      expect([400, 404]).toContain((await app.fetch(`/files/previews/posts/${file}`)).status);
    },
  );
});

describe('is erased', () => {
  const expectNoPreviews = () => expect.poll(() => listStoredPreviews(previewedPost)).toEqual([]);

  it('with its post, also while it is being rendered', async () => {
    await fetchPreview();
    expect(await listStoredPreviews(previewedPost)).toHaveLength(1);
    await fixture.remove(author, previewedPost.uid);
    await expectNoPreviews();
    previewedPost = await fixture.publish(author, { title: 'Outro' }, { photo: await drawPhoto() });
    await Promise.all([fetchPreview(), fixture.remove(author, previewedPost.uid)]);
    await expectNoPreviews();
  });

  it.each([{ hidden: true }, { sensitive: true }])('once the team says %j', async (decision) => {
    await fetchPreview();
    expect(await listStoredPreviews(previewedPost)).toHaveLength(1);
    const admin = await app.signInAdmin();
    const answer = await fixture.moderate(admin, previewedPost.uid, {
      ...decision,
      reason: 'Propaganda',
    });
    expect(answer.status).toBe(204);
    await expectNoPreviews();
    const liftedDecision = Object.fromEntries(Object.keys(decision).map((name) => [name, false]));
    await fixture.moderate(admin, previewedPost.uid, { ...liftedDecision, reason: 'Engano' });
    expect((await fetchPreview()).status).toBe(200);
    expect(await listStoredPreviews(previewedPost)).toHaveLength(1);
  });

  it('with the account of its author', async () => {
    await fetchPreview();
    expect(await listStoredPreviews(previewedPost)).toHaveLength(1);
    expect((await author.fetch('/api/users/delete', { method: 'DELETE' })).status).toBe(204);
    await expectNoPreviews();
  });
});
