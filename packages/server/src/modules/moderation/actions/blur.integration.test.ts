import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPaidOrder, buildService } from '../../../../test/fixtures/data/builders.ts';
import { drawPicture } from '../../../../test/fixtures/data/drawn-pictures.ts';
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
let adultPerson: TestPerson;
let png: Buffer;

beforeAll(async () => {
  [app, png] = await Promise.all([startTestApp(), buildPng()]);
  [fixture, postsFixture, servicesFixture] = [
    createModerationActionsFixture(app),
    createPostsFixture(app),
    createServicesFixture(app),
  ];
  admin = await app.signInAdmin();
  ({ author, reader, adult: adultPerson } = await postsFixture.signInReaders());
});
afterAll(() => app.close());

const pathOf = (url: string) => new URL(url, app.url).pathname;
const readPictureStatus = async (url: string | null) => (await app.fetch(pathOf(url ?? ''))).status;
const errorCodeOf = async (response: Response) =>
  ((await response.json()) as { code?: string }).code ?? response.status;

describe('blurred content', () => {
  it('is for adults only, with its orders, until it is unblurred', async () => {
    const seller = await app.signIn('Vendedora');
    await servicesFixture.checkAge(seller);
    const service = await servicesFixture.publish(seller);
    const orderId = await buildPaidOrder(app.pool, {
      service: service.id,
      buyer: reader.uid,
      seller: seller.uid,
    });
    const isOrderForAdults = async () =>
      (
        await fixture.queryOne<{ adult: boolean }>(
          'SELECT adult FROM payments WHERE id = $1',
          orderId,
        )
      ).adult;
    const serviceResultFor = async (person: TestPerson) =>
      errorCodeOf(await person.fetch(`/api/services/${service.id}`));
    const subject = ['service', service.id] as const;
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await fixture.applyAction(admin, 'blur', subject, { reason: 'Nudez' })).toBe(204);
    expect([await serviceResultFor(reader), await serviceResultFor(adultPerson)]).toEqual([
      'adults_only',
      200,
    ]);
    expect([await readPictureStatus(service.photoURL), await isOrderForAdults()]).toEqual([
      404,
      true,
    ]);
    // The service remains an adult service, although its seller changes the category and the picture.
    const movedService = await servicesFixture.patch(
      seller,
      service.id,
      { category: 'music' },
      { image: png },
    );
    expect(movedService.status).toBe(200);
    expect([await serviceResultFor(reader), await serviceResultFor(adultPerson)]).toEqual([
      'adults_only',
      200,
    ]);
    expect(await fixture.applyAction(admin, 'unblur', subject, { reason: 'Engano' })).toBe(204);
    expect([await serviceResultFor(reader), await isOrderForAdults()]).toEqual([200, false]);
    expect(await fixture.logOf(service.id)).toEqual(['blur Nudez', 'unblur Engano']);
    expect(await fixture.decisionsOf(service.id)).toEqual(['blur Nudez, lifted']);
  });

  it('stays for adults only where its category is', async () => {
    const seller = await app.signIn('Vendedora');
    const id = await buildService(app.pool, seller.uid, { category: 'nudez', adult: true });
    await fixture.applyAction(admin, 'blur', ['service', id]);
    await fixture.applyAction(admin, 'unblur', ['service', id]);
    expect(
      await fixture.queryOne('SELECT adult, adult_by_team FROM services WHERE id = $1', id),
    ).toEqual({
      adult: true,
      adult_by_team: false,
    });
  });

  it('needs a new picture to leave the category for adults, so that unblurring opens no adult picture', async () => {
    const seller = await app.signIn('Vendedora');
    await servicesFixture.checkAge(seller);
    const service = await servicesFixture.publish(seller, { category: 'nudez' });
    const subject = ['service', service.id] as const;
    await fixture.applyAction(admin, 'blur', subject);
    const leaveCategory = (parts?: { image: Buffer }) =>
      servicesFixture.patch(seller, service.id, { category: 'music' }, parts);
    expect(await errorCodeOf(await leaveCategory())).toBe('invalid_input');
    const movedService = await servicesFixture.serviceOf(await leaveCategory({ image: png }));
    await fixture.applyAction(admin, 'unblur', subject);
    const addressOf = (url: string) => url.split('?')[0] ?? '';
    expect(await readPictureStatus(addressOf(service.photoURL))).toBe(404);
    expect(await readPictureStatus(addressOf(movedService.photoURL))).toBe(200);
  });

  it('hides and shows a post with its picture', async () => {
    const post = await postsFixture.publish(author, { title: 'Oi' }, { photo: png });
    await fixture.applyAction(admin, 'blur', ['post', post.uid]);
    expect([
      await postsFixture.readPost(reader, post.uid),
      await readPictureStatus(post.photoURL),
    ]).toEqual(['adults_only', 404]);
    await fixture.applyAction(admin, 'unblur', ['post', post.uid]);
    expect([
      await postsFixture.readPost(reader, post.uid),
      await readPictureStatus(post.photoURL),
    ]).toEqual([visiblePostResult, 200]);
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
      const publishByKind = {
        service: async () => servicesFixture.publish(author, {}, { image: png }),
        post: async () => postsFixture.publish(author, { title: 'Oi' }, { photo: png }),
        user: async () => {
          await author.fetch('/api/users/', { method: 'PATCH', body: form });
          return author.api.users.getMe();
        },
      };
      const content = await publishByKind[kind]();
      const id = 'id' in content ? content.id : content.uid;
      // A person's picture is part of the link previews of their services.
      const previewPath =
        kind === 'user'
          ? `services/${(await servicesFixture.publish(author)).id}`
          : `${kind}s/${id}`;
      const readPreview = async () =>
        Buffer.from(
          await (await app.fetch(`/files/previews/${previewPath}.png`)).arrayBuffer(),
        ).toString('base64');
      const previewWithPicture = await readPreview();
      expect(await readPictureStatus(content.photoURL)).toBe(200);
      await fixture.applyAction(admin, 'ban_picture', [kind, id]);
      expect(await readPictureStatus(content.photoURL)).toBe(404);
      const apiPath = { service: '/api/services', post: '/api/social/post', user: '/api/users' }[
        kind
      ];
      expect((await reader.fetch(`${apiPath}/${id}`)).status).toBe(200);
      await expect.poll(readPreview).not.toBe(previewWithPicture);
      await fixture.applyAction(admin, 'restore', [kind, id]);
      expect(await readPictureStatus(content.photoURL)).toBe(200);
      await expect.poll(readPreview).toBe(previewWithPicture);
    },
  );

  it('cannot be uploaded again by anybody until its post is restored', async () => {
    const png = await drawPicture(1);
    const post = await postsFixture.publish(author, { title: 'Oi' }, { photo: png });
    const subject = ['post', post.uid] as const;
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await fixture.applyAction(admin, 'ban_picture', subject)).toBe(204);
    expect(
      await errorCodeOf(await postsFixture.send(reader, { title: 'Eu' }, { photo: png })),
    ).toBe('picture_refused');
    await fixture.applyAction(admin, 'restore', subject);
    expect((await postsFixture.send(reader, { title: 'Eu' }, { photo: png })).status).toBe(201);
    expect(await fixture.logOf(post.uid)).toEqual(['ban_picture Spam', 'restore Spam']);
    expect(await fixture.decisionsOf(post.uid)).toEqual([]);
  });
});
