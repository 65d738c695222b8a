import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  countOutcomes,
  createSocialFixture,
  deletionStatements,
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

describe('liking', () => {
  it('counts once when repeated', async () => {
    const post = await fixture.post(authorUid);
    expect(await fixture.like(readerUid, post)).toEqual({ likes: 1 });
    expect(await fixture.like(readerUid, post)).toEqual({ likes: 1 });
    expect(await fixture.like(authorUid, post)).toEqual({ likes: 2 });
    expect(await fixture.readCounts(post)).toMatchObject({ likes: 2, liked: 2 });
  });

  it('is removed once when repeated, also without a like', async () => {
    const post = await fixture.post(authorUid);
    expect(await fixture.removeLike(readerUid, post)).toEqual({ likes: 0 });
    await fixture.like(authorUid, post);
    await fixture.like(readerUid, post);
    expect(await fixture.removeLike(readerUid, post)).toEqual({ likes: 1 });
    expect(await fixture.removeLike(readerUid, post)).toEqual({ likes: 1 });
    expect(await fixture.readCounts(post)).toMatchObject({ likes: 1, liked: 1 });
  });

  it('asks visitors to sign in', async () => {
    const params = { uid: await fixture.post(authorUid) };
    for (const changeLike of [fixture.visitor.social.likePost, fixture.visitor.social.unlikePost]) {
      const refusal = await errorOfCall(changeLike({ params }));
      expect(refusal).toMatchObject({ status: 401, message: 'Token não fornecido.' });
    }
  });
});

describe('not found', () => {
  const notFoundRefusal = { status: 404, message: 'Publicação não encontrada.' };
  const expectBothRefused = async (actor: string, post: string, expected: object) => {
    expect(await errorOfCall(fixture.like(actor, post))).toMatchObject(expected);
    expect(await errorOfCall(fixture.removeLike(actor, post))).toMatchObject(expected);
  };

  it('an unknown post', async () => {
    for (const uid of [randomUUID(), 'x']) await expectBothRefused(readerUid, uid, notFoundRefusal);
  });

  it('a hidden one, for all but its author', async () => {
    const post = await fixture.post(authorUid, {
      hidden_at: new Date(),
      hidden_reason: 'Propaganda',
    });
    await expectBothRefused(readerUid, post, notFoundRefusal);
    expect(await fixture.like(authorUid, post)).toEqual({ likes: 1 });
  });

  it('a private person’s', async () => {
    const post = await fixture.post(await fixture.buildPerson({ privacy: 'private' }));
    await expectBothRefused(readerUid, post, notFoundRefusal);
  });

  it('one for adults, without an age check of its reader, its author among them', async () => {
    const [adult, seller] = [await fixture.buildPerson(), await fixture.buildPerson()];
    await fixture.checkAge(adult);
    const post = await fixture.post(seller, { sensitive: true });
    const expected = {
      status: 403,
      message: 'Conteúdo disponível apenas para maiores de 18 anos.',
    };
    await expectBothRefused(readerUid, post, expected);
    await expectBothRefused(seller, post, expected);
    expect(await fixture.like(adult, post)).toEqual({ likes: 1 });
    expect(await fixture.readCounts(post)).toMatchObject({ likes: 1, liked: 1 });
  });
});

describe('a block between the two', () => {
  it.each(['author', 'reader'])(
    'set by the %s refuses with an error of its own',
    async (blocker) => {
      const [one, other] = [await fixture.buildPerson(), await fixture.buildPerson()];
      const post = await fixture.post(one);
      await fixture.block(
        ...((blocker === 'author' ? [one, other] : [other, one]) as [string, string]),
      );
      expect(await errorOfCall(fixture.like(other, post))).toMatchObject({
        status: 403,
        code: 'blocked',
        message: 'Não é possível interagir com esta pessoa.',
      });
      // The blocked person no longer sees the post.
      expect(await errorOfCall(fixture.removeLike(other, post))).toMatchObject({ status: 404 });
      expect(await fixture.like(one, post)).toEqual({ likes: 1 });
      expect(await fixture.readCounts(post)).toMatchObject({ likes: 1, liked: 1 });
    },
  );

  it.each(['author', 'reader'])('set by the %s lets a like be removed', async (blocker) => {
    const [author, reader] = [await fixture.buildPerson(), await fixture.buildPerson()];
    const post = await fixture.post(author);
    for (const person of [author, reader]) await fixture.like(person, post);
    const isByAuthor = blocker === 'author';
    await fixture.block(isByAuthor ? author : reader, isByAuthor ? reader : author);
    const refusal = await errorOfCall(fixture.removeLike(reader, post));
    // The like is removed, but the answer still does not say how many likes an invisible post has.
    expect(refusal).toMatchObject({ status: 404, code: 'post_not_found' });
    expect(await fixture.readCounts(post)).toMatchObject({ likes: 1, liked: 1 });
  });

  it('does not reveal a post that is hidden otherwise', async () => {
    const [one, other] = [
      await fixture.buildPerson({ privacy: 'private' }),
      await fixture.buildPerson(),
    ];
    await fixture.block(one, other);
    expect(await errorOfCall(fixture.like(other, await fixture.post(one)))).toMatchObject({
      status: 404,
    });
  });

  it('with somebody else does not matter', async () => {
    const otherPerson = await fixture.buildPerson();
    await fixture.block(otherPerson, await fixture.buildPerson());
    expect(await fixture.like(otherPerson, await fixture.post(authorUid))).toEqual({ likes: 1 });
  });
});

describe('races', () => {
  it('of one person count once', async () => {
    const post = await fixture.post(authorUid);
    const calls = Array.from({ length: 100 }, () => fixture.like(readerUid, post));
    expect(await countOutcomes(calls)).toEqual({ ok: 100 });
    expect(await fixture.readCounts(post)).toMatchObject({ likes: 1, liked: 1 });
  });

  it('of a hundred people count a hundred', async () => {
    const [post, people] = [await fixture.post(authorUid), await fixture.buildPeople(100)];
    const answers = await Promise.all(people.map((person) => fixture.like(person, post)));
    // Each request returned its own count: every number occurs once.
    expect(new Set(answers.map(({ likes }) => likes)).size).toBe(100);
    expect(await fixture.readCounts(post)).toMatchObject({ likes: 100, liked: 100 });
    await Promise.all(people.map((person) => fixture.removeLike(person, post)));
    expect(await fixture.readCounts(post)).toMatchObject({ likes: 0, liked: 0 });
  });

  it('of likes and unlikes end with the right count', async () => {
    const [post, people] = [await fixture.post(authorUid), await fixture.buildPeople(10)];
    const calls = Array.from({ length: 200 }, (_, n) => {
      const person = people[n % 10] ?? '';
      return n % 3 === 0 ? fixture.removeLike(person, post) : fixture.like(person, post);
    });
    expect(await countOutcomes(calls)).toEqual({ ok: 200 });
    const counts = await fixture.readCounts(post);
    expect(counts?.likes).toBe(counts?.liked);
  });

  it('with deleting the post leave nothing behind and fail nobody', async () => {
    const [post, people] = [await fixture.post(authorUid), await fixture.buildPeople(40)];
    const calls = people.map((person) => fixture.like(person, post));
    const deletion = fixture.pool.query('DELETE FROM posts WHERE uid = $1', [post]);
    const unlikes = people.map((person) => fixture.removeLike(person, post));
    const [{ ok = 0, post_not_found = 0 }] = await Promise.all([
      countOutcomes([...calls, ...unlikes]),
      deletion,
    ]);
    expect(ok + post_not_found).toBe(80);
    expect(post_not_found).toBeGreaterThan(0);
    const { rows } = await fixture.pool.query('SELECT FROM post_likes WHERE post_uid = $1', [post]);
    expect(rows).toEqual([]);
  });

  it('that wait for the deletion of the post find none', async () => {
    const people = await fixture.buildPeople(2);
    for (const changeLike of [fixture.like, fixture.removeLike]) {
      const post = await fixture.post(authorUid);
      await fixture.like(people[0] ?? '', post);
      const lateOutcome = await fixture.requestDuringTransaction(
        deletionStatements.post,
        post,
        () => changeLike(people[1] ?? '', post),
      );
      expect(lateOutcome).toBe('post_not_found');
    }
  });

  it('with closing the account leave no like of it', async () => {
    const [post, leaving] = [await fixture.post(authorUid), await fixture.buildPerson()];
    const lateOutcome = await fixture.requestDuringTransaction(
      deletionStatements.account,
      leaving,
      () => fixture.like(leaving, post),
    );
    expect(lateOutcome).toBe('post_not_found');
    expect(await fixture.readCounts(post)).toMatchObject({ likes: 0, liked: 0 });
  });
});

it('is limited to three hundred an hour, unlikes included', async () => {
  const strictFixture = await createSocialFixture({ limits: 1 });
  const [post, one] = [
    await strictFixture.post(await strictFixture.buildPerson()),
    await strictFixture.buildPerson(),
  ];
  const calls = Array.from({ length: 301 }, (_, n) =>
    n % 2 === 0 ? strictFixture.like(one, post) : strictFixture.removeLike(one, post),
  );
  expect(await countOutcomes(calls)).toEqual({ ok: 300, rate_limited: 1 });
  expect(await errorOfCall(strictFixture.like(one, post))).toMatchObject({
    status: 429,
    message: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
  });
  await strictFixture.close();
});
