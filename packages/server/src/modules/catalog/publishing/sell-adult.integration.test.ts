import { randomUUID } from 'node:crypto';
import type { Service } from '@guilda/contract/services/catalog';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createServicesFixture,
  drawPhoto,
  expectRefusal,
  type ServiceFormFields,
  type UploadedParts,
} from '../../../../test/fixtures/modules/services-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: ReturnType<typeof createServicesFixture>;
let seller: TestPerson;
let stranger: TestPerson;
let publishedService: Service;
let png: Buffer;

beforeAll(async () => {
  [app, png] = await Promise.all([startTestApp(), drawPhoto()]);
  fixture = createServicesFixture(app);
  stranger = await app.signIn('Estranha');
});
afterAll(() => app.close());
beforeEach(async () => {
  seller = await app.signIn(`Vende-${randomUUID().slice(0, 8)}`);
  publishedService = await fixture.publish(seller);
});

const changeService = async (fields: ServiceFormFields, parts?: UploadedParts) =>
  fixture.serviceOf(await fixture.patch(seller, publishedService.id, fields, parts));
const readTraces = async () => ({
  rows: await fixture.countRows(),
  pictures: await fixture.listStoredFiles(),
});

describe('publishing a service for adults', () => {
  const adultFields = { type: 'media', category: 'nudez' };
  const postAdultService = () => fixture.post(seller, adultFields, { image: png, archives: [png] });

  it('is refused without an age check', async () => {
    const tracesBefore = await readTraces();
    const response = await postAdultService();
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'adults_only' });
    expect(await readTraces()).toEqual(tracesBefore);
  });

  it.each([
    ['photo', 'photo_url = NULL'],
    ['bio', 'bio = NULL'],
    ['word in its bio', "bio = ' '"],
  ])('is done by nobody without a %s', async (_, change) => {
    await fixture.checkAge(seller);
    await app.pool.query(`UPDATE users SET ${change} WHERE uid = $1`, [seller.uid]);
    const tracesBefore = await readTraces();
    const response = await postAdultService();
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      code: 'profile_incomplete',
      error: 'Complete seu perfil com foto e bio para anunciar nesta categoria.',
    });
    expect(await readTraces()).toEqual(tracesBefore);
  });

  it('hides it and its picture from everyone else', async () => {
    await fixture.checkAge(seller);
    const response = await postAdultService();
    expect(response.status).toBe(201);
    const service = await fixture.serviceOf(response);
    const pictureResponse = await app.fetch(service.photoURL);
    expect(pictureResponse.status).toBe(200);
    expect((await app.fetch(service.photoURL.split('?')[0] ?? '')).status).toBe(404);
    const { rows } = await app.pool.query('SELECT adult FROM services WHERE id = $1', [service.id]);
    expect(rows[0]).toEqual({ adult: true });
    const visitorResponse = await app.fetch(`/api/services/${service.id}`);
    expect(visitorResponse.status).toBe(403);
    expect((await app.fetch(`/files/previews/services/${service.id}.png`)).status).toBe(404);
  });
});

describe('changing to the category for adults', () => {
  it('needs the permission, and restricts service, picture and preview', async () => {
    await expectRefusal(
      await fixture.patch(seller, publishedService.id, { category: 'nudez' }),
      403,
      'adults_only',
    );
    await fixture.checkAge(seller);
    await app.pool.query('UPDATE users SET bio = NULL WHERE uid = $1', [seller.uid]);
    const response = await fixture.patch(seller, publishedService.id, { category: 'nudez' });
    await expectRefusal(response, 403, 'profile_incomplete');
    expect((await app.fetch(publishedService.photoURL)).status).toBe(200);
    await fixture.checkAge(seller);
    const previewPath = `/files/previews/services/${publishedService.id}.png`;
    expect((await app.fetch(previewPath)).status).toBe(200);
    await changeService({ category: 'nudez' });
    expect((await app.fetch(publishedService.photoURL)).status).toBe(404);
    expect((await app.fetch(`/api/services/${publishedService.id}`)).status).toBe(403);
    expect((await app.fetch(previewPath)).status).toBe(404);
    const listPreviewFiles = async () =>
      (await fixture.listStoredFiles()).filter((key) => key.includes(publishedService.id));
    await expect.poll(listPreviewFiles).toEqual([]);
    await expectRefusal(await fixture.patch(stranger, publishedService.id, {}), 403, 'forbidden');
  });

  it('can be undone only with a new picture, and the old one stays restricted', async () => {
    await fixture.checkAge(seller);
    await changeService({ category: 'nudez' });
    for (const parts of [undefined, {}]) {
      const response = await fixture.patch(
        seller,
        publishedService.id,
        { category: 'valorant' },
        parts,
      );
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: 'Imagem de serviço obrigatória',
        issues: [{ path: 'photoURL', message: 'Imagem de serviço obrigatória' }],
      });
    }
    expect((await app.fetch(`/api/services/${publishedService.id}`)).status).toBe(403);
    const publicService = await changeService(
      { category: 'valorant' },
      { image: await drawPhoto() },
    );
    expect((await app.fetch(publicService.photoURL)).status).toBe(200);
    expect((await app.fetch(`/api/services/${publishedService.id}`)).status).toBe(200);
    expect((await app.fetch(publishedService.photoURL)).status).toBe(404);
    await expect.poll(() => fixture.readPictureRow(publishedService.photoURL)).toBeUndefined();
  });

  it.each(['nudez', 'valorant'])('never opens an order that was placed in %s', async (category) => {
    const buyer = await app.signIn('Compra');
    for (const person of [seller, buyer]) await fixture.checkAge(person);
    if (category === 'nudez') await changeService({ category: 'nudez' });
    const answer = await fixture.buy(buyer, publishedService.id);
    const { payment } = (await answer.json()) as { payment: { id: string } };
    if (category !== 'nudez') await changeService({ category: 'nudez' });
    await changeService({ category: 'valorant' }, { image: await drawPhoto() });
    const readOrder = async () =>
      (await buyer.api.orders.getPayment({ params: { id: payment.id } })).payment;
    const { adult, photoURL } = await readOrder();
    expect(adult).toBe(true);
    expect((await app.fetch(photoURL ?? '')).status).toBe(200);
    expect((await app.fetch(publishedService.photoURL)).status).toBe(404);
    await app.pool.query('UPDATE users SET age_verified_until = now() WHERE uid = $1', [buyer.uid]);
    expect(await readOrder()).toMatchObject({ adult: true, photoURL: null });
    expect((await app.fetch(photoURL ?? '')).status).toBe(404);
  });

  it('keeps a picture restricted that was uploaded before the service left', async () => {
    await fixture.checkAge(seller);
    for (let round = 0; round < 4; round += 1) {
      const { id } = await fixture.publish(seller, { category: 'nudez' });
      const [late, left] = await Promise.all([
        fixture.patch(seller, id, {}, { image: await drawPhoto() }),
        fixture.patch(seller, id, { category: 'music' }, { image: png }),
      ]);
      expect(left.status).toBe(200);
      expect([200, 400]).toContain(late.status);
      const { service } = await seller.api.catalog.getService({ params: { serviceId: id } });
      expect(await fixture.readPictureRow(service.photoURL)).toMatchObject({
        adult: false,
        deleted_at: null,
      });
    }
  });

  it('restricts a new picture of the same request', async () => {
    await fixture.checkAge(seller);
    const adultService = await changeService({ category: 'nudez' }, { image: await drawPhoto() });
    expect(await fixture.readPictureRow(adultService.photoURL)).toMatchObject({
      adult: true,
      deleted_at: null,
    });
    const changedService = await changeService({}, { image: await drawPhoto() });
    expect(await fixture.readPictureRow(changedService.photoURL)).toMatchObject({ adult: true });
  });

  it('allows a seller with an expired check only to leave the category', async () => {
    await fixture.checkAge(seller);
    await changeService({ category: 'nudez' });
    await app.pool.query('UPDATE users SET age_verified_until = now() WHERE uid = $1', [
      seller.uid,
    ]);
    await expectRefusal(
      await fixture.patch(seller, publishedService.id, { title: 'Nova' }),
      403,
      'adults_only',
    );
    const movedService = await changeService({ category: 'dota' }, { image: await drawPhoto() });
    expect(movedService.category).toBe('dota');
  });
});
