import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSocialFixture,
  type SocialFixture,
} from '../../../../test/fixtures/modules/social-fixture.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';

let fixture: SocialFixture;
let authorUid: string;
let readerUid: string;

beforeAll(async () => {
  fixture = await createSocialFixture();
  [authorUid, readerUid] = [await fixture.buildPerson(), await fixture.buildPerson()];
});
afterAll(() => fixture.close());

describe('deleting', () => {
  it('an own one is deleted, not counted, and not found a second time', async () => {
    const post = await fixture.post(authorUid);
    const { id } = await fixture.comment(readerUid, post, 'um');
    await fixture.comment(readerUid, post, 'dois');
    await fixture.deleteComment(readerUid, id);
    expect((await fixture.list(readerUid, post)).comments.map(({ text }) => text)).toEqual([
      'dois',
    ]);
    expect(await fixture.readCounts(post)).toMatchObject({ comments: 1, commented: 1 });
    expect(await errorOfCall(fixture.deleteComment(readerUid, id))).toMatchObject({
      status: 404,
      code: 'comment_not_found',
      message: 'Comentário não encontrado.',
    });
  });

  it('somebody else’s is refused, also to the post’s author and administrators', async () => {
    const post = await fixture.post(authorUid);
    const { id } = await fixture.comment(readerUid, post);
    for (const actor of [
      authorUid,
      await fixture.buildPerson(),
      await fixture.buildPerson({ role: 'admin' }),
    ]) {
      const refusal = await errorOfCall(fixture.deleteComment(actor, id));
      expect(refusal).toMatchObject({ status: 403, message: 'Acesso negado.' });
    }
    expect(await fixture.readCounts(post)).toMatchObject({ comments: 1, commented: 1 });
  });

  it('an invisible one is not found', async () => {
    const [one, other] = [await fixture.buildPerson(), await fixture.buildPerson()];
    const notFoundRefusal = { status: 404, code: 'comment_not_found' };
    for (const id of [randomUUID(), 'x']) {
      expect(await errorOfCall(fixture.deleteComment(one, id))).toMatchObject(notFoundRefusal);
    }
    const post = await fixture.post(authorUid);
    const { id } = await fixture.comment(other, post);
    await fixture.block(one, other);
    expect(await errorOfCall(fixture.deleteComment(one, id))).toMatchObject(notFoundRefusal);
    const otherPost = await fixture.post(other);
    const commentInside = await fixture.comment(readerUid, otherPost);
    expect(await errorOfCall(fixture.deleteComment(one, commentInside.id))).toMatchObject(
      notFoundRefusal,
    );
    await fixture.pool.query(`UPDATE users SET privacy = 'private' WHERE uid = $1`, [other]);
    expect(await errorOfCall(fixture.deleteComment(authorUid, commentInside.id))).toMatchObject(
      notFoundRefusal,
    );
    // A person's own comment can always be deleted.
    await fixture.deleteComment(readerUid, commentInside.id);
    await fixture.pool.query(
      `UPDATE comments SET hidden_at = now(), hidden_reason = 'Ofensa' WHERE id = $1`,
      [id],
    );
    expect(await errorOfCall(fixture.deleteComment(authorUid, id))).toMatchObject(notFoundRefusal);
  });

  it('an own hidden one changes no counter', async () => {
    const post = await fixture.post(authorUid);
    const { id } = await fixture.comment(readerUid, post);
    await fixture.comment(readerUid, post);
    await fixture.pool.query(
      `UPDATE comments SET hidden_at = now(), hidden_reason = 'Ofensa' WHERE id = $1`,
      [id],
    );
    await fixture.pool.query('UPDATE posts SET comment_count = 1 WHERE uid = $1', [post]);
    await fixture.deleteComment(readerUid, id);
    expect(await fixture.readCounts(post)).toMatchObject({ comments: 1, commented: 1 });
  });
});
