import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../test/harness.ts';
import { postRig, seenOpen } from '../../../test/post-rig.ts';
import { addCommentRow, addLikeRow, addPaidOrderRow, addServiceRow } from '../../../test/rows.ts';

let app: TestApp;
let rig: ReturnType<typeof postRig>;
let author: TestPerson;
let reader: TestPerson;
let adult: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  rig = postRig(app);
  ({ author, reader, adult } = await rig.cast());
});
afterAll(() => app.close());

type Reader = Pick<TestPerson, 'fetch'>;

const seen: typeof rig.seen = (who, uid) => rig.seen(who, uid);

const set: typeof rig.set = (uid, columns) => rig.set(uid, columns);

const setPrivacy = (who: TestPerson, privacy: string) =>
  app.pool.query('UPDATE users SET privacy = $2 WHERE uid = $1', [who.uid, privacy]);

describe('one post', () => {
  it('is everyone’s to see', async () => {
    const { uid } = await rig.publish(author);
    for (const who of [app, reader, adult, author]) expect(await seen(who, uid)).toBe(seenOpen);
    expect(await seen(reader, uid.toUpperCase())).toBe('200 false');
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

  it('tells each reader whether they like it', async () => {
    const { uid } = await rig.publish(author);
    await addLikeRow(app.pool, uid, reader.uid);
    const liked = async (who: Reader) => {
      const { likes, liked } = await rig.postOf(await who.fetch(`/api/social/post/${uid}`));
      return { likes, liked };
    };
    expect(await liked(reader)).toEqual({ likes: 1, liked: true });
    for (const who of [app, author]) expect(await liked(who)).toEqual({ likes: 1, liked: false });
  });
});

describe('the comments counted', () => {
  it('are those that this reader can page through', async () => {
    const { uid } = await rig.publish(author);
    const [shut, blocker] = [await app.person('Calada'), await app.person('Calou')];
    await rig.block(blocker, shut);
    for (const { uid: by } of [shut, shut, reader])
      await addCommentRow(app.pool, { post: uid, author: by });
    const counted = async (who: Reader) =>
      (await rig.postOf(await who.fetch(`/api/social/post/${uid}`))).commentCount;
    expect([await counted(app), await counted(reader), await counted(blocker)]).toEqual([3, 3, 1]);
  });
});

describe('a post is not there', () => {
  it('for anyone but its author once the team has hidden it, who reads why', async () => {
    const { uid } = await rig.publish(author);
    await set(uid, `hidden_at = now(), hidden_reason = 'Propaganda'`);
    for (const who of [app, reader, adult, await app.admin()])
      expect(await seen(who, uid)).toBe('post_not_found');
    const own = await rig.postOf(await author.fetch(`/api/social/post/${uid}`));
    expect(own.hidden).toEqual({ reason: 'Propaganda' });
  });

  it('outside a private profile', async () => {
    const [shy, trader] = [await app.person('Reservada'), await app.person('Comprou')];
    const { uid } = await rig.publish(shy);
    await setPrivacy(shy, 'private');
    const service = await addServiceRow(app.pool, shy.uid);
    await addPaidOrderRow(app.pool, { service, buyer: trader.uid, seller: shy.uid });
    for (const who of [app, reader, adult]) expect(await seen(who, uid)).toBe('post_not_found');
    for (const who of [shy, trader]) expect(await seen(who, uid)).toBe(seenOpen);
  });

  it('across a block, whoever set it', async () => {
    const [one, two, sensitive] = [
      await app.person('Bloqueia'),
      await app.person('Bloqueada'),
      { title: 'x', sensitive: 'true' },
    ];
    await rig.block(one, two);
    for (const [by, against] of [
      [one, two],
      [two, one],
    ] as const) {
      for (const { uid } of [await rig.publish(by), await rig.publish(by, sensitive)])
        expect(await seen(against, uid)).toBe('post_not_found');
      const { uid } = await rig.publish(by);
      for (const who of [app, by, reader]) expect(await seen(who, uid)).toBe(seenOpen);
      const call = async (path: string, method: string) =>
        (await against.fetch(`/api/social/${path}`, { method })).status;
      expect(await call(`comment/${uid}`, 'GET')).toBe(404);
      expect(await call(`post/${uid}`, 'DELETE')).toBe(404);
      expect(await call(`post/${uid}/like`, 'DELETE')).toBe(404);
      expect(await call(`post/${uid}/like`, 'PUT')).toBe(403);
    }
  });

  it('of somebody suspended or gone', async () => {
    const banned = await app.person('Suspensa');
    const { uid } = await rig.publish(banned);
    await app.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [banned.uid]);
    for (const who of [app, reader]) expect(await seen(who, uid)).toBe('post_not_found');
  });
});

describe('a sensitive post', () => {
  it('is closed by age where nothing else closes it', async () => {
    const { uid } = await rig.publish(author, { title: 'x', sensitive: 'true' });
    for (const who of [app, reader, await app.admin()])
      expect(await seen(who, uid)).toBe('adults_only');
    for (const who of [adult, author]) expect(await seen(who, uid)).toBe(seenOpen);
    await set(uid, `hidden_at = now(), hidden_reason = 'x'`);
    for (const who of [app, reader, adult]) expect(await seen(who, uid)).toBe('post_not_found');
  });

  it('tells nobody of one that a private profile closes', async () => {
    const shy = await app.person('Timida');
    const { uid } = await rig.publish(shy, { title: 'x', sensitive: 'true' });
    await setPrivacy(shy, 'private');
    for (const who of [app, reader, adult]) expect(await seen(who, uid)).toBe('post_not_found');
  });

  it('closes again when a check lapses', async () => {
    const lapsing = await app.person('Vencendo');
    await rig.checkAge(lapsing);
    const { uid } = await rig.publish(author, { title: 'x', sensitive: 'true' });
    expect(await seen(lapsing, uid)).toBe(seenOpen);
    await app.pool.query('UPDATE users SET age_verified_until = now() WHERE uid = $1', [
      lapsing.uid,
    ]);
    expect(await seen(lapsing, uid)).toBe('adults_only');
  });
});
