import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostsFixture } from '../../../../test/fixtures/modules/posts-fixture.ts';
import { startTestApp, type TestApp } from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Creates a photo with rotation metadata: 30 by 20 pixels, displayed 20 wide and 30 high. */
function buildRotatedPhoto(): Promise<Buffer> {
  const create = { width: 30, height: 20, channels: 3, background: '#224433' } as const;
  return sharp({ create }).jpeg().withMetadata({ orientation: 6 }).toBuffer();
}

it('a post answers the upright size of its photo; one of an older version does not know it', async () => {
  const fixture = createPostsFixture(app);
  const author = await app.signIn('Beatriz');
  const post = await fixture.publish(
    author,
    { title: 'Em pé' },
    { photo: await buildRotatedPhoto() },
  );
  expect(post.photoSize).toEqual({ width: 20, height: 30 });
  expect((await fixture.publish(author, { title: 'Sem foto' })).photoSize).toBeNull();
  await app.pool.query('UPDATE posts SET photo_width = NULL, photo_height = NULL WHERE uid = $1', [
    post.uid,
  ]);
  const postOfVisitor = await app.visitor.social.getPost({ params: { uid: post.uid } });
  expect(postOfVisitor.post.photoSize).toBeNull();
});
