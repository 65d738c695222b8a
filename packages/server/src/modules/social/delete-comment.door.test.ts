import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../../test/harness.ts';
import { type TalkRig, talkRig } from '../../../test/talk-rig.ts';

let rig: TalkRig;
let author: string;
let reader: string;

beforeAll(async () => {
  rig = await talkRig();
  [author, reader] = [await rig.person(), await rig.person()];
});
afterAll(() => rig.close());

describe('deleting', () => {
  it('an own one is gone, counted no more, and not there a second time', async () => {
    const post = await rig.post(author);
    const { id } = await rig.comment(reader, post, 'um');
    await rig.comment(reader, post, 'dois');
    await rig.uncomment(reader, id);
    expect((await rig.list(reader, post)).comments.map(({ text }) => text)).toEqual(['dois']);
    expect(await rig.counts(post)).toMatchObject({ comments: 1, commented: 1 });
    expect(await refusal(rig.uncomment(reader, id))).toMatchObject({
      status: 404,
      code: 'comment_not_found',
      message: 'Comentário não encontrado.',
    });
  });

  it('somebody else’s is refused, to the post’s author and the team alike', async () => {
    const post = await rig.post(author);
    const { id } = await rig.comment(reader, post);
    for (const by of [author, await rig.person(), await rig.person({ role: 'admin' })]) {
      const refused = await refusal(rig.uncomment(by, id));
      expect(refused).toMatchObject({ status: 403, message: 'Acesso negado.' });
    }
    expect(await rig.counts(post)).toMatchObject({ comments: 1, commented: 1 });
  });

  it('what one does not see is not there', async () => {
    const [one, other] = [await rig.person(), await rig.person()];
    const there = { status: 404, code: 'comment_not_found' };
    for (const id of [randomUUID(), 'x']) {
      expect(await refusal(rig.uncomment(one, id))).toMatchObject(there);
    }
    const post = await rig.post(author);
    const { id } = await rig.comment(other, post);
    await rig.block(one, other);
    expect(await refusal(rig.uncomment(one, id))).toMatchObject(there);
    const closed = await rig.post(other);
    const inside = await rig.comment(reader, closed);
    expect(await refusal(rig.uncomment(one, inside.id))).toMatchObject(there);
    await rig.pool.query(`UPDATE users SET privacy = 'private' WHERE uid = $1`, [other]);
    expect(await refusal(rig.uncomment(author, inside.id))).toMatchObject(there);
    // An own one always is.
    await rig.uncomment(reader, inside.id);
    await rig.pool.query(
      `UPDATE comments SET hidden_at = now(), hidden_reason = 'Ofensa' WHERE id = $1`,
      [id],
    );
    expect(await refusal(rig.uncomment(author, id))).toMatchObject(there);
  });

  it('an own one that the team hid lowers no count', async () => {
    const post = await rig.post(author);
    const { id } = await rig.comment(reader, post);
    await rig.comment(reader, post);
    await rig.pool.query(
      `UPDATE comments SET hidden_at = now(), hidden_reason = 'Ofensa' WHERE id = $1`,
      [id],
    );
    await rig.pool.query('UPDATE posts SET comment_count = 1 WHERE uid = $1', [post]);
    await rig.uncomment(reader, id);
    expect(await rig.counts(post)).toMatchObject({ comments: 1, commented: 1 });
  });
});
