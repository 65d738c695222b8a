import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../../test/harness.ts';
import { ends, outcomesOf, type TalkRig, talkRig } from '../../../test/talk-rig.ts';

let rig: TalkRig;
let author: string;
let reader: string;

beforeAll(async () => {
  rig = await talkRig();
  [author, reader] = [await rig.person(), await rig.person()];
});
afterAll(() => rig.close());

describe('liking', () => {
  it('counts once, however often', async () => {
    const post = await rig.post(author);
    expect(await rig.like(reader, post)).toEqual({ likes: 1 });
    expect(await rig.like(reader, post)).toEqual({ likes: 1 });
    expect(await rig.like(author, post)).toEqual({ likes: 2 });
    expect(await rig.counts(post)).toMatchObject({ likes: 2, liked: 2 });
  });

  it('is taken back once, however often, and without having been', async () => {
    const post = await rig.post(author);
    expect(await rig.unlike(reader, post)).toEqual({ likes: 0 });
    await rig.like(author, post);
    await rig.like(reader, post);
    expect(await rig.unlike(reader, post)).toEqual({ likes: 1 });
    expect(await rig.unlike(reader, post)).toEqual({ likes: 1 });
    expect(await rig.counts(post)).toMatchObject({ likes: 1, liked: 1 });
  });

  it('asks visitors to sign in', async () => {
    const params = { uid: await rig.post(author) };
    for (const call of [rig.visitor.social.likePost, rig.visitor.social.unlikePost]) {
      const refused = await refusal(call({ params }));
      expect(refused).toMatchObject({ status: 401, message: 'Token não fornecido.' });
    }
  });
});

describe('what is not there to be liked', () => {
  const gone = { status: 404, message: 'Publicação não encontrada.' };
  const both = async (by: string, post: string, expected: object) => {
    expect(await refusal(rig.like(by, post))).toMatchObject(expected);
    expect(await refusal(rig.unlike(by, post))).toMatchObject(expected);
  };

  it('an unknown post', async () => {
    for (const uid of [randomUUID(), 'x']) await both(reader, uid, gone);
  });

  it('a hidden one, for all but its author', async () => {
    const post = await rig.post(author, { hidden_at: new Date(), hidden_reason: 'Propaganda' });
    await both(reader, post, gone);
    expect(await rig.like(author, post)).toEqual({ likes: 1 });
  });

  it('a private person’s', async () => {
    const post = await rig.post(await rig.person({ privacy: 'private' }));
    await both(reader, post, gone);
  });

  it('one for adults, without an age check of its reader, its author among them', async () => {
    const [adult, seller] = [await rig.person(), await rig.person()];
    await rig.checkAge(adult);
    const post = await rig.post(seller, { sensitive: true });
    const expected = {
      status: 403,
      message: 'Conteúdo disponível apenas para maiores de 18 anos.',
    };
    await both(reader, post, expected);
    await both(seller, post, expected);
    expect(await rig.like(adult, post)).toEqual({ likes: 1 });
    expect(await rig.counts(post)).toMatchObject({ likes: 1, liked: 1 });
  });
});

describe('a block between the two', () => {
  it.each(['author', 'reader'])('set by the %s refuses in its own words', async (who) => {
    const [one, other] = [await rig.person(), await rig.person()];
    const post = await rig.post(one);
    await rig.block(...((who === 'author' ? [one, other] : [other, one]) as [string, string]));
    expect(await refusal(rig.like(other, post))).toMatchObject({
      status: 403,
      code: 'blocked',
      message: 'Não é possível interagir com esta pessoa.',
    });
    // It is not there for them any more.
    expect(await refusal(rig.unlike(other, post))).toMatchObject({ status: 404 });
    expect(await rig.like(one, post)).toEqual({ likes: 1 });
    expect(await rig.counts(post)).toMatchObject({ likes: 1, liked: 1 });
  });

  it('tells nothing of a post that would not be there without it', async () => {
    const [one, other] = [await rig.person({ privacy: 'private' }), await rig.person()];
    await rig.block(one, other);
    expect(await refusal(rig.like(other, await rig.post(one)))).toMatchObject({ status: 404 });
  });

  it('with somebody else is none of it', async () => {
    const other = await rig.person();
    await rig.block(other, await rig.person());
    expect(await rig.like(other, await rig.post(author))).toEqual({ likes: 1 });
  });
});

describe('races', () => {
  it('of one person count once', async () => {
    const post = await rig.post(author);
    const calls = Array.from({ length: 100 }, () => rig.like(reader, post));
    expect(await outcomesOf(calls)).toEqual({ ok: 100 });
    expect(await rig.counts(post)).toMatchObject({ likes: 1, liked: 1 });
  });

  it('of a hundred people count a hundred', async () => {
    const [post, people] = [await rig.post(author), await rig.people(100)];
    const answers = await Promise.all(people.map((one) => rig.like(one, post)));
    // Each saw its own: every number was told once.
    expect(new Set(answers.map(({ likes }) => likes)).size).toBe(100);
    expect(await rig.counts(post)).toMatchObject({ likes: 100, liked: 100 });
    await Promise.all(people.map((one) => rig.unlike(one, post)));
    expect(await rig.counts(post)).toMatchObject({ likes: 0, liked: 0 });
  });

  it('of likes and their taking back end with as many as are there', async () => {
    const [post, people] = [await rig.post(author), await rig.people(10)];
    const calls = Array.from({ length: 200 }, (_, n) => {
      const one = people[n % 10] ?? '';
      return n % 3 === 0 ? rig.unlike(one, post) : rig.like(one, post);
    });
    expect(await outcomesOf(calls)).toEqual({ ok: 200 });
    const counts = await rig.counts(post);
    expect(counts?.likes).toBe(counts?.liked);
  });

  it('with the post’s end leave nothing behind and fail nobody', async () => {
    const [post, people] = [await rig.post(author), await rig.people(40)];
    const calls = people.map((one) => rig.like(one, post));
    const ended = rig.pool.query('DELETE FROM posts WHERE uid = $1', [post]);
    const more = people.map((one) => rig.unlike(one, post));
    await ended;
    const { ok = 0, post_not_found = 0 } = await outcomesOf([...calls, ...more]);
    expect(ok + post_not_found).toBe(80);
    expect(post_not_found).toBeGreaterThan(0);
    const { rows } = await rig.pool.query('SELECT FROM post_likes WHERE post_uid = $1', [post]);
    expect(rows).toEqual([]);
  });

  it('that wait for the post’s end find none', async () => {
    const people = await rig.people(2);
    for (const call of [rig.like, rig.unlike]) {
      const post = await rig.post(author);
      await rig.like(people[0] ?? '', post);
      const late = await rig.meanwhile(ends.post, post, () => call(people[1] ?? '', post));
      expect(late).toBe('post_not_found');
    }
  });

  it('with the account’s end leave no like of it', async () => {
    const [post, leaving] = [await rig.post(author), await rig.person()];
    const late = await rig.meanwhile(ends.account, leaving, () => rig.like(leaving, post));
    expect(late).toBe('post_not_found');
    expect(await rig.counts(post)).toMatchObject({ likes: 0, liked: 0 });
  });
});

it('may be done three hundred times an hour, taking back counted', async () => {
  const strict = await talkRig({ limits: 1 });
  const [post, one] = [await strict.post(await strict.person()), await strict.person()];
  const calls = Array.from({ length: 301 }, (_, n) =>
    n % 2 === 0 ? strict.like(one, post) : strict.unlike(one, post),
  );
  expect(await outcomesOf(calls)).toEqual({ ok: 300, rate_limited: 1 });
  expect(await refusal(strict.like(one, post))).toMatchObject({
    status: 429,
    message: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
  });
  await strict.close();
});
