import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPaidOrder, buildService } from '../../../../test/fixtures/data/builders.ts';
import { drawPicture } from '../../../../test/fixtures/data/drawn-pictures.ts';
import { pngPicture } from '../../../../test/fixtures/data/pictures.ts';
import {
  createModerationActionsFixture,
  type ModerationActionsFixture,
} from '../../../../test/fixtures/modules/moderation-actions-fixture.ts';
import { createPostsFixture, seenOpen } from '../../../../test/fixtures/modules/posts-fixture.ts';
import { createServicesFixture } from '../../../../test/fixtures/modules/services-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: ModerationActionsFixture;
let posts: ReturnType<typeof createPostsFixture>;
let sales: ReturnType<typeof createServicesFixture>;
let admin: TestPerson;
let author: TestPerson;
let reader: TestPerson;
let adult: TestPerson;
let png: Buffer;

beforeAll(async () => {
  [app, png] = await Promise.all([startTestApp(), pngPicture()]);
  [fixture, posts, sales] = [
    createModerationActionsFixture(app),
    createPostsFixture(app),
    createServicesFixture(app),
  ];
  admin = await app.admin();
  ({ author, reader, adult } = await posts.cast());
});
afterAll(() => app.close());

const pathOf = (url: string) => new URL(url, app.url).pathname;
const picture = async (url: string | null) => (await app.fetch(pathOf(url ?? ''))).status;
const codeOf = async (response: Response) =>
  ((await response.json()) as { code?: string }).code ?? response.status;

describe('a hidden service', () => {
  const met = async (who: TestPerson, id: string) => ({
    page: await codeOf(await who.fetch(`/api/services/${id}`)),
    listed: (await who.api.catalog.listServices({ query: { seller: author.uid } })).services.some(
      (one) => one.id === id,
    ),
    sold: await codeOf(await sales.buy(who, id)),
  });

  it('disappears for everybody with its picture and preview, and comes back', async () => {
    const service = await sales.publish(author, { title: 'Some daqui' });
    const preview = () =>
      app.fetch(`/files/previews/services/${service.id}.png`).then((one) => one.status);
    const before = await preview();
    expect(before).toBe(200);
    expect((await met(reader, service.id)).page).toBe(200);
    const subject = ['service', service.id] as const;
    for (let twice = 0; twice < 2; twice += 1)
      expect(await fixture.act(admin, 'hide', subject, { reason: 'Golpe' })).toBe(204);
    await fixture.idle();
    const gone = { page: 'service_not_found', listed: false, sold: 'service_not_found' };
    for (const who of [reader, author, admin]) expect(await met(who, service.id)).toEqual(gone);
    expect(await picture(service.photoURL)).toBe(404);
    expect(await preview()).toBe(404);
    expect(await sales.storedFiles()).not.toContainEqual(
      expect.stringContaining(`s/${service.id}/`),
    );
    expect(await fixture.logOf(service.id)).toEqual(['hide Golpe']);
    expect(await fixture.decisionsOf(service.id)).toEqual(['hide Golpe']);
    for (let twice = 0; twice < 2; twice += 1)
      expect(await fixture.act(admin, 'restore', subject, { reason: 'Engano' })).toBe(204);
    expect(await met(reader, service.id)).toMatchObject({ page: 200, listed: true });
    expect(await picture(service.photoURL)).toBe(200);
    expect(await preview()).toBe(before);
    expect(await fixture.logOf(service.id)).toEqual(['hide Golpe', 'restore Engano']);
    expect(await fixture.decisionsOf(service.id)).toEqual(['hide Golpe, lifted']);
    expect(await fixture.notificationsOf(author.uid)).toEqual([
      'decision hide',
      'decision_lifted hide',
    ]);
  });

  it('keeps its open orders, and its owner cannot restore it', async () => {
    const service = await sales.publish(author, { price: '0' });
    const order = (
      (await (await sales.buy(reader, service.id)).json()) as {
        payment: { id: string };
      }
    ).payment;
    await fixture.act(admin, 'hide', ['service', service.id]);
    expect(await codeOf(await sales.patch(author, service.id, { title: 'De volta' }))).toBe(
      'service_not_found',
    );
    const params = { id: order.id };
    const startedServiceAt = new Date().toISOString();
    const body = { serviceStatus: 'in_progress', startedServiceAt } as const;
    await author.api.orders.updatePayment({ params, body });
    expect((await reader.api.orders.getPayment({ params })).payment.serviceStatus).toBe(
      'in_progress',
    );
    await fixture.act(admin, 'restore', ['service', service.id]);
  });
});

describe('a hidden comment', () => {
  const counted = async (uid: string) =>
    (await posts.postOf(await reader.fetch(`/api/social/post/${uid}`))).commentCount;
  const listed = async (uid: string) =>
    (await reader.api.social.listComments({ params: { postId: uid }, query: {} })).comments.map(
      ({ id }) => id,
    );

  it('is removed from list, count and notification, and comes back to all three', async () => {
    const { uid } = await posts.publish(author);
    const say = async () =>
      (await reader.api.social.createComment({ params: { postId: uid }, body: { text: 'Oi' } }))
        .comment.id;
    const [bad, good] = [await say(), await say()];
    await fixture.act(admin, 'hide', ['comment', bad]);
    await fixture.act(admin, 'hide', ['comment', bad]);
    expect([await counted(uid), await listed(uid)]).toEqual([1, [good]]);
    // Another reason is another decision, and takes nothing off a second time.
    await fixture.act(admin, 'hide', ['comment', bad], { reason: 'Ofensa' });
    expect(await counted(uid)).toBe(1);
    expect(await fixture.decisionsOf(bad)).toEqual(['hide Spam, lifted', 'hide Ofensa']);
    await fixture.act(admin, 'hide', ['comment', good]);
    expect((await author.api.notifications.countUnread()).notifications).toBe(
      (await author.api.notifications.listUnread({ params: { uid: author.uid } })).length,
    );
    for (const id of [bad, good, bad]) await fixture.act(admin, 'restore', ['comment', id]);
    expect([await counted(uid), await listed(uid)]).toEqual([2, [good, bad]]);
  });

  it('can still be deleted by its author without changing the count', async () => {
    const { uid } = await posts.publish(author);
    const params = { postId: uid };
    const { comment } = await reader.api.social.createComment({ params, body: { text: 'Oi' } });
    await fixture.act(admin, 'hide', ['comment', comment.id]);
    await reader.api.social.deleteComment({ params: { id: comment.id } });
    expect(await counted(uid)).toBe(0);
    expect(await fixture.act(admin, 'restore', ['comment', comment.id])).toBe('not_found');
  });
});

describe('a hidden person', () => {
  it('keeps their orders, without the picture', async () => {
    const person = await app.person('Semretrato');
    const service = await buildService(app.pool, person.uid);
    const order = { service, buyer: reader.uid, seller: person.uid };
    const id = await buildPaidOrder(app.pool, order);
    await app.pool.query('UPDATE users SET photo_url = $2 WHERE uid = $1', [
      person.uid,
      `${app.url}/pictures/retrato`,
    ]);
    const shown = async () =>
      (await reader.api.orders.getPayment({ params: { id } })).payment.sellerPhotoURL;
    expect(await shown()).not.toBeNull();
    await fixture.act(admin, 'hide', ['user', person.uid]);
    expect(await shown()).toBeNull();
  });

  it('is visible only to themselves, with everything they published', async () => {
    const [person, friend] = [await app.person('Sumida'), await app.person('Amiga')];
    const service = await sales.publish(person);
    const post = await posts.publish(person, { title: 'Sou eu' }, { photo: png });
    const elsewhere = await posts.publish(author);
    const params = { postId: elsewhere.uid };
    await person.api.social.createComment({ params, body: { text: 'Oi' } });
    const { username } = person.user;
    const subject = ['user', person.uid] as const;
    const sees = async (who: TestPerson) => ({
      profile: await codeOf(await who.fetch(`/api/users/${person.uid}`)),
      named: await codeOf(await who.fetch(`/api/users/by-username/${username}`)),
      found: (await who.api.users.searchUsers({ query: { q: username } })).users.length,
      service: await codeOf(await who.fetch(`/api/services/${service.id}`)),
      post: await posts.seen(who, post.uid),
      comments: (await who.api.social.listComments({ params, query: {} })).comments.length,
      counted: (await posts.postOf(await who.fetch(`/api/social/post/${elsewhere.uid}`)))
        .commentCount,
      picture: await picture(post.photoURL),
    });
    const open = {
      profile: 200,
      named: 200,
      found: 1,
      service: 200,
      post: seenOpen,
      comments: 1,
      counted: 1,
      picture: 200,
    };
    expect(await sees(friend)).toEqual(open);
    expect(await fixture.act(admin, 'hide', subject, { reason: 'Perfil falso' })).toBe(204);
    expect(await sees(friend)).toEqual({
      profile: 'user_not_found',
      named: 'user_not_found',
      found: 0,
      service: 'service_not_found',
      post: 'post_not_found',
      comments: 0,
      counted: 0,
      picture: 404,
    });
    expect(await sees(person)).toMatchObject({ profile: 200, service: 200, post: seenOpen });
    // What they say meanwhile is hidden with them, and comes back with them.
    await person.api.social.createComment({ params, body: { text: 'E agora?' } });
    expect(await sees(friend)).toMatchObject({ comments: 0, counted: 0 });
    for (let twice = 0; twice < 2; twice += 1) await fixture.act(admin, 'restore', subject);
    expect(await sees(friend)).toEqual({ ...open, comments: 2, counted: 2 });
    expect(await fixture.logOf(person.uid)).toEqual(['hide Perfil falso', 'restore Spam']);
  });

  it('keeps a comment hidden that was hidden separately', async () => {
    const person = await app.person('Bruna');
    const { uid } = await posts.publish(author);
    const params = { postId: uid };
    const say = async () =>
      (await person.api.social.createComment({ params, body: { text: 'Oi' } })).comment.id;
    const [first, second, third] = [await say(), await say(), await say()];
    const count = async () =>
      (await posts.postOf(await reader.fetch(`/api/social/post/${uid}`))).commentCount;
    await fixture.act(admin, 'hide', ['comment', first]);
    await fixture.act(admin, 'hide', ['user', person.uid]);
    await fixture.act(admin, 'hide', ['comment', second]);
    expect(await count()).toBe(0);
    await fixture.act(admin, 'restore', ['comment', first]);
    expect(await count()).toBe(0);
    await fixture.act(admin, 'restore', ['user', person.uid]);
    expect(await count()).toBe(2);
    const { comments } = await reader.api.social.listComments({ params, query: {} });
    expect(comments.map(({ id }) => id)).toEqual([third, first]);
    await fixture.act(admin, 'restore', ['comment', second]);
    expect(await count()).toBe(3);
  });
});

describe('blurred content', () => {
  it('is for adults only, with its orders, until it is unblurred', async () => {
    const seller = await app.person('Vendedora');
    await sales.checkAge(seller);
    const service = await sales.publish(seller);
    const paymentId = await buildPaidOrder(app.pool, {
      service: service.id,
      buyer: reader.uid,
      seller: seller.uid,
    });
    const closed = async () =>
      (await fixture.one<{ adult: boolean }>('SELECT adult FROM payments WHERE id = $1', paymentId))
        .adult;
    const page = async (who: TestPerson) => codeOf(await who.fetch(`/api/services/${service.id}`));
    const subject = ['service', service.id] as const;
    for (let twice = 0; twice < 2; twice += 1)
      expect(await fixture.act(admin, 'blur', subject, { reason: 'Nudez' })).toBe(204);
    expect([await page(reader), await page(adult)]).toEqual(['adults_only', 200]);
    expect([await picture(service.photoURL), await closed()]).toEqual([404, true]);
    // Another category does not lead out of it, with a new image neither.
    const moved = await sales.patch(seller, service.id, { category: 'music' }, { image: png });
    expect(moved.status).toBe(200);
    expect([await page(reader), await page(adult)]).toEqual(['adults_only', 200]);
    expect(await fixture.act(admin, 'unblur', subject, { reason: 'Engano' })).toBe(204);
    expect([await page(reader), await closed()]).toEqual([200, false]);
    expect(await fixture.logOf(service.id)).toEqual(['blur Nudez', 'unblur Engano']);
    expect(await fixture.decisionsOf(service.id)).toEqual(['blur Nudez, lifted']);
  });

  it('stays for adults only where its category is', async () => {
    const seller = await app.person('Vendedora');
    const id = await buildService(app.pool, seller.uid, { category: 'nudez', adult: true });
    await fixture.act(admin, 'blur', ['service', id]);
    await fixture.act(admin, 'unblur', ['service', id]);
    expect(
      await fixture.one('SELECT adult, adult_by_team FROM services WHERE id = $1', id),
    ).toEqual({
      adult: true,
      adult_by_team: false,
    });
  });

  it('hides and shows a post with its picture', async () => {
    const post = await posts.publish(author, { title: 'Oi' }, { photo: png });
    await fixture.act(admin, 'blur', ['post', post.uid]);
    expect([await posts.seen(reader, post.uid), await picture(post.photoURL)]).toEqual([
      'adults_only',
      404,
    ]);
    await fixture.act(admin, 'unblur', ['post', post.uid]);
    expect([await posts.seen(reader, post.uid), await picture(post.photoURL)]).toEqual([
      seenOpen,
      200,
    ]);
    expect(await fixture.logOf(post.uid)).toEqual(['blur Spam', 'unblur Spam']);
  });
});

describe('a banned picture', () => {
  it.each(['service', 'post', 'user'] as const)(
    'has no address while its %s exists, until that is restored',
    async (kind) => {
      const png = await drawPicture({ service: 11, post: 12, user: 13 }[kind]);
      const form = new FormData();
      form.set('photo', new Blob([new Uint8Array(png)]), 'eu.png');
      const things = {
        service: async () => sales.publish(author, {}, { image: png }),
        post: async () => posts.publish(author, { title: 'Oi' }, { photo: png }),
        user: async () => {
          await author.fetch('/api/users/', { method: 'PATCH', body: form });
          return author.api.users.getMe();
        },
      };
      const thing = await things[kind]();
      const id = 'id' in thing ? thing.id : thing.uid;
      // A person's picture stands in the previews of what they sell.
      const shownIn =
        kind === 'user' ? `services/${(await sales.publish(author)).id}` : `${kind}s/${id}`;
      const preview = async () =>
        Buffer.from(
          await (await app.fetch(`/files/previews/${shownIn}.png`)).arrayBuffer(),
        ).toString('base64');
      const withPicture = await preview();
      expect(await picture(thing.photoURL)).toBe(200);
      await fixture.act(admin, 'ban_picture', [kind, id]);
      expect(await picture(thing.photoURL)).toBe(404);
      const page = { service: '/api/services', post: '/api/social/post', user: '/api/users' }[kind];
      expect((await reader.fetch(`${page}/${id}`)).status).toBe(200);
      await expect.poll(preview).not.toBe(withPicture);
      await fixture.act(admin, 'restore', [kind, id]);
      expect(await picture(thing.photoURL)).toBe(200);
      await expect.poll(preview).toBe(withPicture);
    },
  );

  it('cannot be uploaded again by anybody until its post is restored', async () => {
    const png = await drawPicture(1);
    const post = await posts.publish(author, { title: 'Oi' }, { photo: png });
    const subject = ['post', post.uid] as const;
    for (let twice = 0; twice < 2; twice += 1)
      expect(await fixture.act(admin, 'ban_picture', subject)).toBe(204);
    expect(await codeOf(await posts.send(reader, { title: 'Eu' }, { photo: png }))).toBe(
      'picture_banned',
    );
    await fixture.act(admin, 'restore', subject);
    expect((await posts.send(reader, { title: 'Eu' }, { photo: png })).status).toBe(201);
    expect(await fixture.logOf(post.uid)).toEqual(['ban_picture Spam', 'restore Spam']);
    expect(await fixture.decisionsOf(post.uid)).toEqual([]);
  });
});
