import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../test/harness.ts';
import { pngPicture } from '../../../test/pictures.ts';
import { postRig, seenOpen } from '../../../test/post-rig.ts';
import { addLikeRow } from '../../../test/rows.ts';

let app: TestApp;
let rig: ReturnType<typeof postRig>;
let author: TestPerson;
let reader: TestPerson;
let adult: TestPerson;
let png: Buffer;

beforeAll(async () => {
  [app, png] = await Promise.all([startTestApp(), pngPicture()]);
  rig = postRig(app);
  ({ author, reader, adult } = await rig.cast());
});
afterAll(() => app.close());

const seen: typeof rig.seen = (who, uid) => rig.seen(who, uid);

const set: typeof rig.set = (uid, columns) => rig.set(uid, columns);

describe('deleting', () => {
  /** Once the jobs are done. */
  const left = async () => {
    await app.program.jobs.runUntilIdle();
    return rig.traces();
  };

  it('takes an own post away with everything on it, and its picture after it', async () => {
    const before = await rig.traces();
    const post = await rig.publish(author, { hashtags: 'um dois' }, { photo: png });
    await addLikeRow(app.pool, post.uid, reader.uid);
    await app.pool.query(
      `INSERT INTO comments (id, post_uid, author_id, text) VALUES (gen_random_uuid(), $1, $2, 'Oi')`,
      [post.uid, reader.uid],
    );
    const response = await rig.remove(author, post.uid);
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(await seen(author, post.uid)).toBe('post_not_found');
    await expect.poll(left).toEqual(before);
    const picture = await app.fetch(new URL(post.photoURL ?? '', app.url).pathname);
    expect(picture.status).toBe(404);
  });

  it('is its author’s alone', async () => {
    const { uid } = await rig.publish(author);
    for (const who of [reader, adult, await app.admin()]) {
      const response = await rig.remove(who, uid);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error: 'Acesso negado.' });
    }
    expect((await rig.remove({ ...reader, fetch: app.fetch }, uid)).status).toBe(401);
    expect(await seen(app, uid)).toBe(seenOpen);
  });

  it('tells nothing of a post that is not there for the asker', async () => {
    const { uid } = await rig.publish(author);
    await set(uid, `hidden_at = now(), hidden_reason = 'x'`);
    for (const gone of [uid, crypto.randomUUID(), 'x']) {
      const response = await rig.remove(reader, gone);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: 'Publicação não encontrada.' });
    }
    expect((await rig.remove(author, uid)).status).toBe(204);
  });

  it('knows that one for adults is there', async () => {
    const { uid } = await rig.publish(author, { title: 'x', sensitive: 'true' });
    expect((await rig.remove(reader, uid)).status).toBe(403);
  });

  it('happens once, however often it is asked for at once', async () => {
    const { uid } = await rig.publish(author, { title: 'Oi' }, { photo: png });
    const answers = await Promise.all(Array.from({ length: 20 }, () => rig.remove(author, uid)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([204, ...Array.from({ length: 19 }, () => 404)]);
  });
});
