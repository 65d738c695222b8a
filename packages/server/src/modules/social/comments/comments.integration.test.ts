import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSocialFixture,
  type SocialFixture,
} from '../../../../test/fixtures/modules/social-fixture.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';
import type { Person } from '../../../platform/actor.ts';
import { encodeCursor } from '../../../platform/cursor.ts';
import { findVisiblePost } from '../posts/get-post.ts';

let fixture: SocialFixture;
let authorUid: string;
let readerUid: string;

beforeAll(async () => {
  fixture = await createSocialFixture();
  [authorUid, readerUid] = [
    await fixture.buildPerson(),
    await fixture.buildPerson({ display_name: 'Rita' }),
  ];
});
afterAll(() => fixture.close());

const postNotFound = { status: 404, code: 'post_not_found', message: 'Publicação não encontrada.' };
const adultsOnlyRefusal = {
  status: 403,
  message: 'Conteúdo disponível apenas para maiores de 18 anos.',
};
const blockedRefusal = {
  status: 403,
  code: 'blocked',
  message: 'Não é possível interagir com esta pessoa.',
};

/** Texts of the comments on a page, in order. */
const readCommentTexts = async (reader: string | null, post: string) =>
  (await fixture.list(reader, post)).comments.map(({ text }) => text);

/** Number of comments that the post shows to this reader. */
async function countVisibleComments(uid: string, post: string): Promise<number | undefined> {
  const { rows } = await fixture.pool.query(
    'SELECT FROM user_blocks WHERE blocker_id = $1 OR blocked_id = $1',
    [uid],
  );
  const blocks = rows.length > 0;
  const actor: Person = { kind: 'person', uid, role: 'user', sessionId: '', adult: false, blocks };
  const visiblePost = await findVisiblePost(fixture.pool, actor, post);
  return visiblePost.ok ? visiblePost.value.commentCount : undefined;
}

describe('commenting', () => {
  it('returns the comment as everybody reads it, and counts it', async () => {
    const post = await fixture.post(authorUid);
    const comment = await fixture.comment(readerUid, post, '  Eu vou!\r\nAmanhã. ');
    expect(comment).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      text: 'Eu vou!\nAmanhã.',
      author: {
        uid: readerUid,
        username: expect.any(String),
        displayName: 'Rita',
        photoURL: null,
        badges: ['newbie'],
        status: 'offline',
      },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(await fixture.list(null, post)).toEqual({ comments: [comment], nextCursor: null });
    expect(await fixture.readCounts(post)).toMatchObject({ comments: 1, commented: 1 });
  });

  it.each([
    ['', 'Comentário obrigatório'],
    [' \n\t ', 'Comentário obrigatório'],
    [null, 'Comentário obrigatório'],
    [7, 'Comentário obrigatório'],
    ['x'.repeat(501), 'Use no máximo 500 caracteres.'],
    ['😀'.repeat(251), 'Use no máximo 500 caracteres.'],
    ['a\u202eb', 'Texto inválido.'],
    ['a\u0000b', 'Texto inválido.'],
  ])('%j is refused', async (text, message) => {
    const post = await fixture.post(authorUid);
    expect(await errorOfCall(fixture.comment(readerUid, post, text))).toMatchObject({
      status: 400,
      message,
    });
    expect(await fixture.readCounts(post)).toMatchObject({ comments: 0, commented: 0 });
  });

  it('an empty comment is refused', async () => {
    const answer = await fixture.app.inject({
      method: 'POST',
      url: `/api/social/comment/${await fixture.post(authorUid)}`,
      headers: { authorization: `Bearer ${readerUid}` },
      payload: {},
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      error: 'Comentário obrigatório',
      issues: [{ path: 'text', message: 'Comentário obrigatório' }],
    });
  });

  it('accepts five hundred characters, and markup as text', async () => {
    const post = await fixture.post(authorUid);
    const markup = '<img src=x onerror=alert(1)> &amp; [a](javascript:1)';
    for (const text of ['x'.repeat(500), '😀'.repeat(250), markup]) {
      expect((await fixture.comment(readerUid, post, text)).text).toBe(text);
    }
  });

  it('accepts a trailing slash', async () => {
    const post = await fixture.post(authorUid);
    const answer = await fixture.app.inject({
      method: 'POST',
      url: `/api/social/comment/${post}/`,
      headers: { authorization: `Bearer ${readerUid}` },
      payload: { text: 'Eu vou!' },
    });
    expect(answer.statusCode).toBe(201);
  });

  it('asks visitors to sign in', async () => {
    const params = { postId: await fixture.post(authorUid) };
    const call = fixture.visitor.social.createComment({ params, body: { text: 'Oi' } });
    expect(await errorOfCall(call)).toMatchObject({ status: 401, message: 'Token não fornecido.' });
  });
});

describe('not found', () => {
  const expectBothRefused = async (actor: string, post: string, expected: object) => {
    expect(await errorOfCall(fixture.comment(actor, post))).toMatchObject(expected);
    expect(await errorOfCall(fixture.list(actor, post))).toMatchObject(expected);
  };

  it('an unknown post', async () => {
    for (const uid of [randomUUID(), 'x']) await expectBothRefused(readerUid, uid, postNotFound);
  });

  it('a hidden one, for all but its author', async () => {
    const post = await fixture.post(authorUid, {
      hidden_at: new Date(),
      hidden_reason: 'Propaganda',
    });
    await expectBothRefused(readerUid, post, postNotFound);
    expect(await errorOfCall(fixture.list(null, post))).toMatchObject(postNotFound);
    expect((await fixture.list(authorUid, post)).comments).toEqual([]);
  });

  it('a private person’s', async () => {
    await expectBothRefused(
      readerUid,
      await fixture.post(await fixture.buildPerson({ privacy: 'private' })),
      postNotFound,
    );
  });

  it('one for adults, without an age check of its reader, its author among them', async () => {
    const [adult, seller] = [await fixture.buildPerson(), await fixture.buildPerson()];
    await fixture.checkAge(adult);
    const post = await fixture.post(seller, { sensitive: true });
    await fixture.comment(adult, post, 'Só para adultos');
    await expectBothRefused(readerUid, post, adultsOnlyRefusal);
    await expectBothRefused(seller, post, adultsOnlyRefusal);
    expect(await errorOfCall(fixture.list(null, post))).toMatchObject(adultsOnlyRefusal);
    expect(await readCommentTexts(adult, post)).toEqual(['Só para adultos']);
  });

  it.each(['nonsense', encodeCursor({ key: '2026-02-30T00:00:00.000000Z', id: randomUUID() })])(
    'nor after the cursor %j',
    async (cursor) => {
      const url = `/api/social/comment/${await fixture.post(authorUid)}?cursor=${cursor}`;
      const answer = await fixture.app.inject(url);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ error: 'Parâmetro inválido.' });
    },
  );
});

describe('a block', () => {
  it.each(['author', 'reader'])(
    'between the two, set by the %s, refuses in its own words',
    async (blocker) => {
      const [one, other] = [await fixture.buildPerson(), await fixture.buildPerson()];
      const post = await fixture.post(one);
      await fixture.block(
        ...((blocker === 'author' ? [one, other] : [other, one]) as [string, string]),
      );
      expect(await errorOfCall(fixture.comment(other, post))).toMatchObject(blockedRefusal);
      expect(await errorOfCall(fixture.list(other, post))).toMatchObject(postNotFound);
      expect(await fixture.readCounts(post)).toMatchObject({ comments: 0, commented: 0 });
    },
  );

  it('hides comments of either from the other, and from their counts', async () => {
    const [one, other, third] = [
      await fixture.buildPerson(),
      await fixture.buildPerson(),
      await fixture.buildPerson(),
    ];
    const post = await fixture.post(authorUid);
    for (const commenter of [one, other, other, third])
      await fixture.comment(commenter, post, `de ${commenter}`);
    await fixture.block(one, other);
    // A second block in the opposite direction must not subtract the same comments from the count again.
    await fixture.block(other, one);
    await fixture.block(third, await fixture.buildPerson());
    expect(await readCommentTexts(one, post)).toEqual([`de ${third}`, `de ${one}`]);
    expect(await readCommentTexts(other, post)).toEqual([
      `de ${third}`,
      `de ${other}`,
      `de ${other}`,
    ]);
    for (const reader of [one, other, third, authorUid, readerUid]) {
      expect(await countVisibleComments(reader, post)).toBe(
        (await readCommentTexts(reader, post)).length,
      );
    }
    expect(await readCommentTexts(null, post)).toHaveLength(4);
    // Hides a comment and subtracts it from the counter of the post, which does not include hidden comments.
    await fixture.pool.query(
      `UPDATE comments SET hidden_at = now(), hidden_reason = 'Ofensa'
       WHERE id = (SELECT id FROM comments WHERE post_uid = $1 AND author_id = $2 LIMIT 1)`,
      [post, other],
    );
    await fixture.pool.query('UPDATE posts SET comment_count = comment_count - 1 WHERE uid = $1', [
      post,
    ]);
    for (const commenter of [one, other, third]) {
      expect(await countVisibleComments(commenter, post)).toBe(
        (await readCommentTexts(commenter, post)).length,
      );
    }
  });
});

describe('reading', () => {
  it('shows comments of private people by name, and no hidden ones', async () => {
    const privatePerson = await fixture.buildPerson({
      privacy: 'private',
      display_name: 'Tímida',
      bio: 'Segredo',
    });
    const post = await fixture.post(authorUid);
    await fixture.comment(privatePerson, post, 'Posso?');
    const { id } = await fixture.comment(readerUid, post, 'Ofensa');
    await fixture.pool.query(
      `UPDATE comments SET hidden_at = now(), hidden_reason = 'Ofensa' WHERE id = $1`,
      [id],
    );
    for (const reader of [null, authorUid, readerUid]) {
      const { comments } = await fixture.list(reader, post);
      expect(comments.map(({ author: { displayName } }) => displayName)).toEqual(['Tímida']);
      expect(JSON.stringify(comments)).not.toContain('Segredo');
    }
  });

  it('goes newest first, page by page', async () => {
    const post = await fixture.post(authorUid);
    for (const text of ['um', 'dois', 'três']) await fixture.comment(readerUid, post, text);
    const firstPage = await fixture.list(null, post, { limit: '2' });
    expect(firstPage.comments.map(({ text }) => text)).toEqual(['três', 'dois']);
    const cursor = firstPage.nextCursor ?? '';
    const lastPage = await fixture.list(null, post, { limit: '2', cursor });
    expect(lastPage.comments.map(({ text }) => text)).toEqual(['um']);
    expect(lastPage.nextCursor).toBeNull();
  });

  it('returns a thousand of one instant exactly once each, while others are written', async () => {
    const post = await fixture.post(authorUid);
    const { rows } = await fixture.pool.query<{ id: string }>(
      `INSERT INTO comments (id, post_uid, author_id, text, created_at)
       SELECT gen_random_uuid(), $1, $2, 'n ' || n, '2026-11-01T10:00:00.123456Z'
       FROM generate_series(1, 1000) n RETURNING id`,
      [post, readerUid],
    );
    const listedIds: string[] = [];
    let cursor: string | null | undefined;
    do {
      const query = { limit: '37', ...(cursor ? { cursor } : {}) };
      const [page] = await Promise.all([
        fixture.list(readerUid, post, query),
        fixture.comment(authorUid, post, 'Também eu'),
      ]);
      listedIds.push(...page.comments.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    const idsBefore = new Set(rows.map(({ id }) => id));
    expect(listedIds.filter((id) => idsBefore.has(id)).sort()).toEqual([...idsBefore].sort());
    expect(new Set(listedIds).size).toBe(listedIds.length);
  });
});
