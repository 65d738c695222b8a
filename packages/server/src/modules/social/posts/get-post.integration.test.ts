import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildComment,
  buildLike,
  buildPaidOrder,
  buildService,
} from '../../../../test/fixtures/data/builders.ts';
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

beforeAll(async () => {
  app = await startTestApp();
  fixture = createPostsFixture(app);
  ({ author, reader, adult: adultPerson } = await fixture.signInReaders());
});
afterAll(() => app.close());

type PostFetcher = Pick<TestPerson, 'fetch'>;

const readPostAs: typeof fixture.readPost = (person, uid) => fixture.readPost(person, uid);

const updatePost: typeof fixture.set = (uid, columns) => fixture.set(uid, columns);

const setPrivacy = (person: TestPerson, privacy: string) =>
  app.pool.query('UPDATE users SET privacy = $2 WHERE uid = $1', [person.uid, privacy]);

describe('one post', () => {
  it('is visible to everybody', async () => {
    const { uid } = await fixture.publish(author);
    for (const person of [app, reader, adultPerson, author])
      expect(await readPostAs(person, uid)).toBe(visiblePostResult);
    expect(await readPostAs(reader, uid.toUpperCase())).toBe('200 false');
  });

  it.each(['x', '0', crypto.randomUUID(), '%00', '..', 'a'.repeat(300)])(
    'named %j is none',
    async (uid) => {
      for (const person of [app, reader]) {
        expect((await person.fetch(`/api/social/post/${uid}`)).status).toBeGreaterThanOrEqual(400);
        expect((await person.fetch(`/api/social/post/${uid}`)).status).toBeLessThan(500);
      }
    },
  );

  it('shows each reader whether they like it', async () => {
    const { uid } = await fixture.publish(author);
    await buildLike(app.pool, uid, reader.uid);
    const readLikes = async (person: PostFetcher) => {
      const { likes, liked } = await fixture.postOf(await person.fetch(`/api/social/post/${uid}`));
      return { likes, liked };
    };
    expect(await readLikes(reader)).toEqual({ likes: 1, liked: true });
    for (const person of [app, author])
      expect(await readLikes(person)).toEqual({ likes: 1, liked: false });
  });
});

describe('the comments counted', () => {
  it('are those that the reader can list', async () => {
    const { uid } = await fixture.publish(author);
    const [shut, blocker] = [await app.signIn('Calada'), await app.signIn('Calou')];
    await fixture.block(blocker, shut);
    for (const { uid: authorId } of [shut, shut, reader])
      await buildComment(app.pool, { post: uid, author: authorId });
    const readCommentCount = async (person: PostFetcher) =>
      (await fixture.postOf(await person.fetch(`/api/social/post/${uid}`))).commentCount;
    expect([
      await readCommentCount(app),
      await readCommentCount(reader),
      await readCommentCount(blocker),
    ]).toEqual([3, 3, 1]);
  });
});

describe('a post is not found', () => {
  it('by anyone but its author when hidden; the author gets the reason', async () => {
    const { uid } = await fixture.publish(author);
    await updatePost(uid, `hidden_at = now(), hidden_reason = 'Propaganda'`);
    for (const person of [app, reader, adultPerson, await app.signInAdmin()])
      expect(await readPostAs(person, uid)).toBe('post_not_found');
    const ownView = await fixture.postOf(await author.fetch(`/api/social/post/${uid}`));
    expect(ownView.hidden).toEqual({ reason: 'Propaganda' });
  });

  it('by strangers when its author is private', async () => {
    const [shy, trader] = [await app.signIn('Reservada'), await app.signIn('Comprou')];
    const { uid } = await fixture.publish(shy);
    await setPrivacy(shy, 'private');
    const service = await buildService(app.pool, shy.uid);
    await buildPaidOrder(app.pool, { service, buyer: trader.uid, seller: shy.uid });
    for (const person of [app, reader, adultPerson])
      expect(await readPostAs(person, uid)).toBe('post_not_found');
    for (const person of [shy, trader])
      expect(await readPostAs(person, uid)).toBe(visiblePostResult);
  });

  it('across a block, whoever set it', async () => {
    const [one, two, sensitive] = [
      await app.signIn('Bloqueia'),
      await app.signIn('Bloqueada'),
      { title: 'x', sensitive: 'true' },
    ];
    await fixture.block(one, two);
    for (const [actor, blockedPerson] of [
      [one, two],
      [two, one],
    ] as const) {
      for (const { uid } of [await fixture.publish(actor), await fixture.publish(actor, sensitive)])
        expect(await readPostAs(blockedPerson, uid)).toBe('post_not_found');
      const { uid } = await fixture.publish(actor);
      for (const person of [app, actor, reader])
        expect(await readPostAs(person, uid)).toBe(visiblePostResult);
      const statusOfCall = async (path: string, method: string) =>
        (await blockedPerson.fetch(`/api/social/${path}`, { method })).status;
      expect(await statusOfCall(`comment/${uid}`, 'GET')).toBe(404);
      expect(await statusOfCall(`post/${uid}`, 'DELETE')).toBe(404);
      expect(await statusOfCall(`post/${uid}/like`, 'DELETE')).toBe(404);
      expect(await statusOfCall(`post/${uid}/like`, 'PUT')).toBe(403);
    }
  });

  it('when its author is suspended or closed', async () => {
    const suspendedPerson = await app.signIn('Suspensa');
    const { uid } = await fixture.publish(suspendedPerson);
    await app.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [
      suspendedPerson.uid,
    ]);
    for (const person of [app, reader])
      expect(await readPostAs(person, uid)).toBe('post_not_found');
  });
});

describe('a sensitive post', () => {
  it('is refused by age when nothing else hides it', async () => {
    const { uid } = await fixture.publish(author, { title: 'x', sensitive: 'true' });
    for (const person of [app, reader, await app.signInAdmin()])
      expect(await readPostAs(person, uid)).toBe('adults_only');
    for (const person of [adultPerson, author])
      expect(await readPostAs(person, uid)).toBe(visiblePostResult);
    await updatePost(uid, `hidden_at = now(), hidden_reason = 'x'`);
    for (const person of [app, reader, adultPerson])
      expect(await readPostAs(person, uid)).toBe('post_not_found');
  });

  it('of a private profile is not revealed', async () => {
    const privatePerson = await app.signIn('Timida');
    const { uid } = await fixture.publish(privatePerson, { title: 'x', sensitive: 'true' });
    await setPrivacy(privatePerson, 'private');
    for (const person of [app, reader, adultPerson])
      expect(await readPostAs(person, uid)).toBe('post_not_found');
  });

  it('is refused again when the age check expires', async () => {
    const personWithExpiringCheck = await app.signIn('Vencendo');
    await fixture.checkAge(personWithExpiringCheck);
    const { uid } = await fixture.publish(author, { title: 'x', sensitive: 'true' });
    expect(await readPostAs(personWithExpiringCheck, uid)).toBe(visiblePostResult);
    await app.pool.query('UPDATE users SET age_verified_until = now() WHERE uid = $1', [
      personWithExpiringCheck.uid,
    ]);
    expect(await readPostAs(personWithExpiringCheck, uid)).toBe('adults_only');
  });
});
