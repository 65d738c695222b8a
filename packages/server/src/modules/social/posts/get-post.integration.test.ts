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

const postSeenBy: typeof fixture.readPost = (who, uid) => fixture.readPost(who, uid);

const updatePost: typeof fixture.set = (uid, columns) => fixture.set(uid, columns);

const setPrivacy = (who: TestPerson, privacy: string) =>
  app.pool.query('UPDATE users SET privacy = $2 WHERE uid = $1', [who.uid, privacy]);

describe('one post', () => {
  it('is visible to everybody', async () => {
    const { uid } = await fixture.publish(author);
    for (const who of [app, reader, adultPerson, author])
      expect(await postSeenBy(who, uid)).toBe(visiblePostResult);
    expect(await postSeenBy(reader, uid.toUpperCase())).toBe('200 false');
  });

  it.each(['x', '0', crypto.randomUUID(), '%00', '..', 'a'.repeat(300)])(
    'named %j is none',
    async (uid) => {
      for (const who of [app, reader]) {
        expect((await who.fetch(`/api/social/post/${uid}`)).status).toBeGreaterThanOrEqual(400);
        expect((await who.fetch(`/api/social/post/${uid}`)).status).toBeLessThan(500);
      }
    },
  );

  it('shows each reader whether they like it', async () => {
    const { uid } = await fixture.publish(author);
    await buildLike(app.pool, uid, reader.uid);
    const liked = async (who: PostFetcher) => {
      const { likes, liked } = await fixture.postOf(await who.fetch(`/api/social/post/${uid}`));
      return { likes, liked };
    };
    expect(await liked(reader)).toEqual({ likes: 1, liked: true });
    for (const who of [app, author]) expect(await liked(who)).toEqual({ likes: 1, liked: false });
  });
});

describe('the comments counted', () => {
  it('are those that the reader can list', async () => {
    const { uid } = await fixture.publish(author);
    const [shut, blocker] = [await app.signIn('Calada'), await app.signIn('Calou')];
    await fixture.block(blocker, shut);
    for (const { uid: authorId } of [shut, shut, reader])
      await buildComment(app.pool, { post: uid, author: authorId });
    const counted = async (who: PostFetcher) =>
      (await fixture.postOf(await who.fetch(`/api/social/post/${uid}`))).commentCount;
    expect([await counted(app), await counted(reader), await counted(blocker)]).toEqual([3, 3, 1]);
  });
});

describe('a post is not found', () => {
  it('by anyone but its author when hidden; the author gets the reason', async () => {
    const { uid } = await fixture.publish(author);
    await updatePost(uid, `hidden_at = now(), hidden_reason = 'Propaganda'`);
    for (const who of [app, reader, adultPerson, await app.signInAdmin()])
      expect(await postSeenBy(who, uid)).toBe('post_not_found');
    const own = await fixture.postOf(await author.fetch(`/api/social/post/${uid}`));
    expect(own.hidden).toEqual({ reason: 'Propaganda' });
  });

  it('by strangers when its author is private', async () => {
    const [shy, trader] = [await app.signIn('Reservada'), await app.signIn('Comprou')];
    const { uid } = await fixture.publish(shy);
    await setPrivacy(shy, 'private');
    const service = await buildService(app.pool, shy.uid);
    await buildPaidOrder(app.pool, { service, buyer: trader.uid, seller: shy.uid });
    for (const who of [app, reader, adultPerson])
      expect(await postSeenBy(who, uid)).toBe('post_not_found');
    for (const who of [shy, trader]) expect(await postSeenBy(who, uid)).toBe(visiblePostResult);
  });

  it('across a block, whoever set it', async () => {
    const [one, two, sensitive] = [
      await app.signIn('Bloqueia'),
      await app.signIn('Bloqueada'),
      { title: 'x', sensitive: 'true' },
    ];
    await fixture.block(one, two);
    for (const [by, against] of [
      [one, two],
      [two, one],
    ] as const) {
      for (const { uid } of [await fixture.publish(by), await fixture.publish(by, sensitive)])
        expect(await postSeenBy(against, uid)).toBe('post_not_found');
      const { uid } = await fixture.publish(by);
      for (const who of [app, by, reader])
        expect(await postSeenBy(who, uid)).toBe(visiblePostResult);
      const call = async (path: string, method: string) =>
        (await against.fetch(`/api/social/${path}`, { method })).status;
      expect(await call(`comment/${uid}`, 'GET')).toBe(404);
      expect(await call(`post/${uid}`, 'DELETE')).toBe(404);
      expect(await call(`post/${uid}/like`, 'DELETE')).toBe(404);
      expect(await call(`post/${uid}/like`, 'PUT')).toBe(403);
    }
  });

  it('when its author is suspended or closed', async () => {
    const banned = await app.signIn('Suspensa');
    const { uid } = await fixture.publish(banned);
    await app.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [banned.uid]);
    for (const who of [app, reader]) expect(await postSeenBy(who, uid)).toBe('post_not_found');
  });
});

describe('a sensitive post', () => {
  it('is refused by age when nothing else hides it', async () => {
    const { uid } = await fixture.publish(author, { title: 'x', sensitive: 'true' });
    for (const who of [app, reader, await app.signInAdmin()])
      expect(await postSeenBy(who, uid)).toBe('adults_only');
    for (const who of [adultPerson, author])
      expect(await postSeenBy(who, uid)).toBe(visiblePostResult);
    await updatePost(uid, `hidden_at = now(), hidden_reason = 'x'`);
    for (const who of [app, reader, adultPerson])
      expect(await postSeenBy(who, uid)).toBe('post_not_found');
  });

  it('of a private profile is not revealed', async () => {
    const shy = await app.signIn('Timida');
    const { uid } = await fixture.publish(shy, { title: 'x', sensitive: 'true' });
    await setPrivacy(shy, 'private');
    for (const who of [app, reader, adultPerson])
      expect(await postSeenBy(who, uid)).toBe('post_not_found');
  });

  it('is refused again when the age check expires', async () => {
    const lapsing = await app.signIn('Vencendo');
    await fixture.checkAge(lapsing);
    const { uid } = await fixture.publish(author, { title: 'x', sensitive: 'true' });
    expect(await postSeenBy(lapsing, uid)).toBe(visiblePostResult);
    await app.pool.query('UPDATE users SET age_verified_until = now() WHERE uid = $1', [
      lapsing.uid,
    ]);
    expect(await postSeenBy(lapsing, uid)).toBe('adults_only');
  });
});
