import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPaidOrder, buildService } from '../../../../test/fixtures/data/builders.ts';
import { buildPng } from '../../../../test/fixtures/data/pictures.ts';
import {
  createModerationActionsFixture,
  type ModerationActionsFixture,
} from '../../../../test/fixtures/modules/moderation-actions-fixture.ts';
import {
  createPostsFixture,
  visiblePostResult,
} from '../../../../test/fixtures/modules/posts-fixture.ts';
import { createServicesFixture } from '../../../../test/fixtures/modules/services-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: ModerationActionsFixture;
let postsFixture: ReturnType<typeof createPostsFixture>;
let servicesFixture: ReturnType<typeof createServicesFixture>;
let admin: TestPerson;
let author: TestPerson;
let reader: TestPerson;
let png: Buffer;

beforeAll(async () => {
  [app, png] = await Promise.all([startTestApp(), buildPng()]);
  [fixture, postsFixture, servicesFixture] = [
    createModerationActionsFixture(app),
    createPostsFixture(app),
    createServicesFixture(app),
  ];
  admin = await app.signInAdmin();
  ({ author, reader } = await postsFixture.signInReaders());
});
afterAll(() => app.close());

const pathOf = (url: string) => new URL(url, app.url).pathname;
const readPictureStatus = async (url: string | null) => (await app.fetch(pathOf(url ?? ''))).status;
const errorCodeOf = async (response: Response) =>
  ((await response.json()) as { code?: string }).code ?? response.status;

describe('a hidden service', () => {
  const readServiceAs = async (person: TestPerson, id: string) => ({
    page: await errorCodeOf(await person.fetch(`/api/services/${id}`)),
    listed: (
      await person.api.catalog.listServices({ query: { seller: author.uid } })
    ).services.some((listedService) => listedService.id === id),
    sold: await errorCodeOf(await servicesFixture.buy(person, id)),
  });

  it('disappears for everybody else with its picture and preview, and comes back', async () => {
    const service = await servicesFixture.publish(author, { title: 'Some daqui' });
    const readPreviewStatus = () =>
      app.fetch(`/files/previews/services/${service.id}.png`).then((response) => response.status);
    const statusBefore = await readPreviewStatus();
    expect(statusBefore).toBe(200);
    expect((await readServiceAs(reader, service.id)).page).toBe(200);
    const subject = ['service', service.id] as const;
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await fixture.applyAction(admin, 'hide', subject, { reason: 'Golpe' })).toBe(204);
    await fixture.runJobs();
    const hiddenEverywhere = {
      page: 'service_not_found',
      listed: false,
      sold: 'service_not_found',
    };
    for (const person of [reader, admin])
      expect(await readServiceAs(person, service.id)).toEqual(hiddenEverywhere);
    expect(await readServiceAs(author, service.id)).toEqual({ ...hiddenEverywhere, page: 200 });
    expect(await readPictureStatus(service.photoURL)).toBe(404);
    expect(await readPreviewStatus()).toBe(404);
    // The worker of the program may still run the job that erases the preview.
    await expect
      .poll(servicesFixture.listStoredFiles)
      .not.toContainEqual(expect.stringContaining(`s/${service.id}/`));
    expect(await fixture.logOf(service.id)).toEqual(['hide Golpe']);
    expect(await fixture.decisionsOf(service.id)).toEqual(['hide Golpe']);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await fixture.applyAction(admin, 'restore', subject, { reason: 'Engano' })).toBe(204);
    expect(await readServiceAs(reader, service.id)).toMatchObject({ page: 200, listed: true });
    expect(await readPictureStatus(service.photoURL)).toBe(200);
    expect(await readPreviewStatus()).toBe(statusBefore);
    expect(await fixture.logOf(service.id)).toEqual(['hide Golpe', 'restore Engano']);
    expect(await fixture.decisionsOf(service.id)).toEqual(['hide Golpe, lifted']);
    expect(await fixture.notificationsOf(author.uid)).toEqual([
      'decision hide',
      'decision_lifted hide',
    ]);
  });

  it('keeps its open orders, and its owner cannot restore it', async () => {
    const service = await servicesFixture.publish(author, { price: '0' });
    const order = (
      (await (await servicesFixture.buy(reader, service.id)).json()) as {
        payment: { id: string };
      }
    ).payment;
    await fixture.applyAction(admin, 'hide', ['service', service.id]);
    expect(
      await errorCodeOf(await servicesFixture.patch(author, service.id, { title: 'De volta' })),
    ).toBe('service_not_found');
    const params = { id: order.id };
    const startedServiceAt = new Date().toISOString();
    const body = { serviceStatus: 'in_progress', startedServiceAt } as const;
    await author.api.orders.updatePayment({ params, body });
    expect((await reader.api.orders.getPayment({ params })).payment.serviceStatus).toBe(
      'in_progress',
    );
    await fixture.applyAction(admin, 'restore', ['service', service.id]);
  });
});

describe('a hidden comment', () => {
  const readCommentCount = async (uid: string) =>
    (await postsFixture.postOf(await reader.fetch(`/api/social/post/${uid}`))).commentCount;
  const listCommentIds = async (uid: string) =>
    (await reader.api.social.listComments({ params: { postId: uid }, query: {} })).comments.map(
      ({ id }) => id,
    );

  it('is removed from list, count and notification, and comes back to all three', async () => {
    const { uid } = await postsFixture.publish(author);
    const writeComment = async () =>
      (await reader.api.social.createComment({ params: { postId: uid }, body: { text: 'Oi' } }))
        .comment.id;
    const [bad, good] = [await writeComment(), await writeComment()];
    await fixture.applyAction(admin, 'hide', ['comment', bad]);
    await fixture.applyAction(admin, 'hide', ['comment', bad]);
    expect([await readCommentCount(uid), await listCommentIds(uid)]).toEqual([1, [good]]);
    // A hide with another reason is a new decision, but does not change the counters again.
    await fixture.applyAction(admin, 'hide', ['comment', bad], { reason: 'Ofensa' });
    expect(await readCommentCount(uid)).toBe(1);
    expect(await fixture.decisionsOf(bad)).toEqual(['hide Spam, lifted', 'hide Ofensa']);
    await fixture.applyAction(admin, 'hide', ['comment', good]);
    expect((await author.api.notifications.countUnread()).notifications).toBe(
      (await author.api.notifications.listUnread({ params: { uid: author.uid } })).length,
    );
    for (const id of [bad, good, bad]) await fixture.applyAction(admin, 'restore', ['comment', id]);
    expect([await readCommentCount(uid), await listCommentIds(uid)]).toEqual([2, [good, bad]]);
  });

  it('can still be deleted by its author without changing the count', async () => {
    const { uid } = await postsFixture.publish(author);
    const params = { postId: uid };
    const { comment } = await reader.api.social.createComment({ params, body: { text: 'Oi' } });
    await fixture.applyAction(admin, 'hide', ['comment', comment.id]);
    await reader.api.social.deleteComment({ params: { id: comment.id } });
    expect(await readCommentCount(uid)).toBe(0);
    expect(await fixture.applyAction(admin, 'restore', ['comment', comment.id])).toBe('not_found');
  });
});

describe('a hidden person', () => {
  it('keeps their orders, without the picture', async () => {
    const person = await app.signIn('Semretrato');
    const serviceId = await buildService(app.pool, person.uid);
    const parties = { service: serviceId, buyer: reader.uid, seller: person.uid };
    const id = await buildPaidOrder(app.pool, parties);
    await app.pool.query('UPDATE users SET photo_url = $2 WHERE uid = $1', [
      person.uid,
      `${app.url}/pictures/retrato`,
    ]);
    const readSellerPhoto = async () =>
      (await reader.api.orders.getPayment({ params: { id } })).payment.sellerPhotoURL;
    expect(await readSellerPhoto()).not.toBeNull();
    await fixture.applyAction(admin, 'hide', ['user', person.uid]);
    expect(await readSellerPhoto()).toBeNull();
  });

  it('is visible only to themselves, with everything they published', async () => {
    const [person, friend] = [await app.signIn('Sumida'), await app.signIn('Amiga')];
    const service = await servicesFixture.publish(person);
    const post = await postsFixture.publish(person, { title: 'Sou eu' }, { photo: png });
    const otherPost = await postsFixture.publish(author);
    const params = { postId: otherPost.uid };
    await person.api.social.createComment({ params, body: { text: 'Oi' } });
    const { username } = person.user;
    const subject = ['user', person.uid] as const;
    const readProfileAs = async (who: TestPerson) => ({
      profile: await errorCodeOf(await who.fetch(`/api/users/${person.uid}`)),
      named: await errorCodeOf(await who.fetch(`/api/users/by-username/${username}`)),
      found: (await who.api.users.searchUsers({ query: { q: username } })).users.length,
      service: await errorCodeOf(await who.fetch(`/api/services/${service.id}`)),
      post: await postsFixture.readPost(who, post.uid),
      comments: (await who.api.social.listComments({ params, query: {} })).comments.length,
      counted: (await postsFixture.postOf(await who.fetch(`/api/social/post/${otherPost.uid}`)))
        .commentCount,
      picture: await readPictureStatus(post.photoURL),
    });
    const visibleProfile = {
      profile: 200,
      named: 200,
      found: 1,
      service: 200,
      post: visiblePostResult,
      comments: 1,
      counted: 1,
      picture: 200,
    };
    expect(await readProfileAs(friend)).toEqual(visibleProfile);
    expect(await fixture.applyAction(admin, 'hide', subject, { reason: 'Perfil falso' })).toBe(204);
    expect(await readProfileAs(friend)).toEqual({
      profile: 'user_not_found',
      named: 'user_not_found',
      found: 0,
      service: 'service_not_found',
      post: 'post_not_found',
      comments: 0,
      counted: 0,
      picture: 404,
    });
    expect(await readProfileAs(person)).toMatchObject({
      profile: 200,
      service: 200,
      post: visiblePostResult,
    });
    // A comment written while the account is hidden is hidden as well, and is shown again together with the account.
    await person.api.social.createComment({ params, body: { text: 'E agora?' } });
    expect(await readProfileAs(friend)).toMatchObject({ comments: 0, counted: 0 });
    for (let attempt = 0; attempt < 2; attempt += 1)
      await fixture.applyAction(admin, 'restore', subject);
    expect(await readProfileAs(friend)).toEqual({ ...visibleProfile, comments: 2, counted: 2 });
    expect(await fixture.logOf(person.uid)).toEqual(['hide Perfil falso', 'restore Spam']);
  });

  it('keeps a comment hidden that was hidden separately', async () => {
    const person = await app.signIn('Bruna');
    const { uid } = await postsFixture.publish(author);
    const params = { postId: uid };
    const writeComment = async () =>
      (await person.api.social.createComment({ params, body: { text: 'Oi' } })).comment.id;
    const [first, second, third] = [
      await writeComment(),
      await writeComment(),
      await writeComment(),
    ];
    const countComments = async () =>
      (await postsFixture.postOf(await reader.fetch(`/api/social/post/${uid}`))).commentCount;
    await fixture.applyAction(admin, 'hide', ['comment', first]);
    await fixture.applyAction(admin, 'hide', ['user', person.uid]);
    await fixture.applyAction(admin, 'hide', ['comment', second]);
    expect(await countComments()).toBe(0);
    await fixture.applyAction(admin, 'restore', ['comment', first]);
    expect(await countComments()).toBe(0);
    await fixture.applyAction(admin, 'restore', ['user', person.uid]);
    expect(await countComments()).toBe(2);
    const { comments } = await reader.api.social.listComments({ params, query: {} });
    expect(comments.map(({ id }) => id)).toEqual([third, first]);
    await fixture.applyAction(admin, 'restore', ['comment', second]);
    expect(await countComments()).toBe(3);
  });
});
